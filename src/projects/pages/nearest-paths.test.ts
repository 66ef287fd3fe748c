import { expect, test } from "vitest";
import { editDistance } from "../../text/edit-distance.ts";
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

/** The processor's time of the quickest of some runs. */
function costOf(work: () => void): number {
  const costs = Array.from({ length: 4 }, () => {
    const before = process.threadCpuUsage();
    work();
    return process.threadCpuUsage(before).user;
  });
  return Math.min(...costs);
}

test("of ten thousand names that are all alike, few are compared, the likeliest first", () => {
  const wanted = "abcdefghijklmnopqrstuvwxyzabcdefghijklmn";
  const names = Array.from({ length: 10_000 }, (_, index) => {
    const digits = String(index).padStart(4, "0");
    return `${wanted.slice(0, 18)}${digits}${wanted.slice(22)}`;
  });
  const near = `${wanted.slice(0, -1)}x`;
  const paths = [...names.slice(0, 9_999), near].map(comparedPath);
  expect(nearestPaths(wanted, paths)[0]).toBe(near);
  const all = costOf(() => {
    for (const { name } of paths) editDistance(wanted, name, 6);
  });
  expect(costOf(() => nearestPaths(wanted, paths))).toBeLessThan(all / 3);
});

test("names are suggested in the order of the site where they are as near", () => {
  const names = ["keay", "kyes", "kesy", "akeys"];
  expect(nearestPaths("keys", names.map(comparedPath))).toEqual(["kyes", "kesy", "akeys"]);
});
