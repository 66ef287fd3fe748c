import { expect, test } from "vitest";
import type { FileDiff } from "../../../../../src/contract/changes.ts";
import { fileFingerprint } from "../fingerprint.ts";
import { isViewed, readViewed, withViewed, writeViewed } from "./viewed-files.ts";

function file(text: string, more: Partial<FileDiff> = {}): FileDiff {
  return {
    path: "a.md",
    oldPath: "a.md",
    status: "modified",
    binary: false,
    additions: 1,
    deletions: 0,
    hunks: [{ header: "@@ -1 +1 @@", lines: [{ kind: "added", text, oldLine: null, newLine: 1 }] }],
    ...more,
  };
}

test("a viewed file stays viewed after a reload and a new commit, until its own lines change", () => {
  const seen = fileFingerprint(file("one"), "commit-1");
  const viewed = readViewed(writeViewed(withViewed(new Map(), "a.md", seen)));
  expect(isViewed(viewed, "a.md", fileFingerprint(file("one"), "commit-2"))).toBe(true);
  expect(isViewed(viewed, "a.md", fileFingerprint(file("two"), "commit-2"))).toBe(false);
  expect(isViewed(withViewed(viewed, "a.md", undefined), "a.md", seen)).toBe(false);
});

test("a file without lines is viewed for one commit", () => {
  const image = file("", { path: "a.png", binary: true, hunks: [] });
  expect(fileFingerprint(image, "commit-1")).not.toBe(fileFingerprint(image, "commit-2"));
});

test("what is not a list of files is none", () => {
  for (const text of ["", "{}", "[1]", '[["a"]]', "null"]) expect(readViewed(text).size).toBe(0);
});
