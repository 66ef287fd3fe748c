import { expect, test } from "vitest";
import { diffRows, type Hunk, pairRows } from "../diff-rows.ts";
import { countPairs, lineBlocks } from "./line-blocks.ts";

function hunkOf(kinds: string): Hunk {
  const words = { " ": "context", "+": "added", "-": "removed" } as const;
  const lines = [...kinds].map((sign, index) => ({
    kind: words[sign === "+" || sign === "-" ? sign : " "],
    text: `line ${index}`,
    oldLine: index,
    newLine: index,
  }));
  return { header: "@@ -1 +1 @@", lines };
}

test("rows side by side are counted as they are drawn", () => {
  for (const kinds of ["", " ", "-+ ", "--+", "+- ", " -+-+ ", "+++", "---+++ ++-", " - + "]) {
    const hunk = hunkOf(kinds);
    expect(countPairs(hunk), kinds).toBe(pairRows(diffRows(hunk, "x.txt")).length);
  }
});

test("blocks cover a hunk once, in order", () => {
  const hunk = hunkOf("+".repeat(150));
  const blocks = lineBlocks(hunk, "unified");
  expect(blocks.map(({ from, to }) => [from, to])).toEqual([
    [0, 60],
    [60, 120],
    [120, 150],
  ]);
  expect(lineBlocks(hunkOf("-+".repeat(100)), "split").at(-1)?.to).toBe(100);
});
