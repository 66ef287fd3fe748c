import { expect, test } from "vitest";
import { comparedPath, nearestPaths } from "./nearest-paths.ts";

const paths = [
  "index.md",
  "guides/keys.mdx",
  "guides/key-rotation.md",
  "install.md",
  "api/README.md",
];

test.each([
  ["kesy", ["guides/keys.mdx"]],
  ["/docs/Keys.md", ["guides/keys.mdx"]],
  ["instal", ["install.md"]],
  ["guides/key_rotations", ["guides/key-rotation.md"]],
  ["apis", ["api/README.md"]],
  ["something/else", []],
  ["", []],
  ["///", []],
])("%j is spelled like %j", (wanted, near) => {
  expect(nearestPaths(wanted, paths.map(comparedPath))).toEqual(near);
});

test("the nearest come first, and never more than three", () => {
  const many = ["keys-a.md", "keys.md", "keys-ab.md", "key.md", "kays.md"];
  const near = nearestPaths("keys", many.map(comparedPath));
  expect(near[0]).toBe("keys.md");
  expect(near).toHaveLength(3);
});

test("hostile names are compared in part only", () => {
  const long = "k".repeat(1_000_000);
  expect(nearestPaths(long, ["keys.md", `${long}.md`].map(comparedPath))).toEqual([`${long}.md`]);
  expect(nearestPaths("\0\ud800", paths.map(comparedPath))).toEqual([]);
});
