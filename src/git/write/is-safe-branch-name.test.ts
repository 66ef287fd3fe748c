import { expect, test } from "vitest";
import { runGit } from "../run/git.ts";
import { isSafeBranchName } from "./is-safe-branch-name.ts";

const good = ["main", "docent/fix-1", "a.b", "ünïcode", "a@b", "@@", "a-", "release/2.0", "a{b"];
const bad = [
  ...[
    "",
    "-x",
    "a..b",
    "a b",
    "a~",
    "a^",
    "a:b",
    "a?",
    "a*",
    "a[",
    "a\\b",
    "a@{1}",
    "/a",
    "a/",
    "a//b",
  ],
  ...[".a", "a/.b", "a.lock", "a.lock/b", "a.", "a\u007f", "a\nb", "a\0b"],
];

test("git's own rules are kept", async () => {
  for (const name of [...good, ...bad].filter((name) => !name.includes("\0"))) {
    const allowed = await runGit(["check-ref-format", "--branch", name]).then(
      () => true,
      () => false,
    );
    expect([name, isSafeBranchName(name)]).toEqual([name, allowed]);
  }
  expect(isSafeBranchName("a\0b")).toBe(false);
});

test("names that could be taken for something else, or are too long, are refused", () => {
  expect(isSafeBranchName("HEAD")).toBe(false);
  expect(isSafeBranchName("@")).toBe(false);
  expect(isSafeBranchName("refs/heads/main")).toBe(false);
  expect(isSafeBranchName("\ud800")).toBe(false);
  expect(isSafeBranchName("é".repeat(100))).toBe(true);
  expect(isSafeBranchName("é".repeat(101))).toBe(false);
});
