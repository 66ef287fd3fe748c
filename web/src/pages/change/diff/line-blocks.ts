import type { Hunk } from "../diff-rows.ts";

/** Rows of a hunk that are drawn together or not at all. */
export type LineBlock = { key: string; hunk: Hunk; from: number; to: number };

export type DiffLayout = "unified" | "split";

const rowsOfBlock = 60;

export function lineBlocks(hunk: Hunk, layout: DiffLayout): LineBlock[] {
  const size = layout === "split" ? countPairs(hunk) : hunk.lines.length;
  return Array.from({ length: Math.ceil(size / rowsOfBlock) }, (_, index) => {
    const from = index * rowsOfBlock;
    return { key: `${from}`, hunk, from, to: Math.min(size, from + rowsOfBlock) };
  });
}

/** Rows of a hunk side by side: removed lines stand next to the added ones that follow them. */
export function countPairs({ lines }: Hunk): number {
  let [pairs, left, right] = [0, 0, 0];
  for (const { kind } of lines) {
    const isNewRun = kind === "context" || (kind === "removed" && right > 0);
    if (isNewRun) {
      pairs += Math.max(left, right);
      [left, right] = [0, 0];
    }
    if (kind === "context") pairs += 1;
    if (kind === "removed") left += 1;
    if (kind === "added") right += 1;
  }
  return pairs + Math.max(left, right);
}
