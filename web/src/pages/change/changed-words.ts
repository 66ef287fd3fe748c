export type Range = { start: number; end: number };
export type Changed = { before: Range[]; after: Range[] };

/** Lines with less than this in common are different lines: marks would be noise there. */
const leastInCommon = 0.3;
/** The table of a comparison grows with the product of both sides. */
const mostCells = 60_000;

/** The columns in which two versions of a line differ, word by word. */
export function changedWords(before: string, after: string): Changed {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  const head = countEqual(old, fresh);
  const tail = countEqual(old.slice(head).reverse(), fresh.slice(head).reverse());
  const oldMiddle = old.slice(head, old.length - tail);
  const freshMiddle = fresh.slice(head, fresh.length - tail);
  const kept = commonWords(oldMiddle, freshMiddle);
  const start = old.slice(0, head).join("").length;
  const changed = {
    before: rangesOf(oldMiddle, kept.before, start),
    after: rangesOf(freshMiddle, kept.after, start),
  };
  const differing = Math.max(sizeOf(changed.before), sizeOf(changed.after));
  const longest = Math.max(before.length, after.length);
  return differing > longest * (1 - leastInCommon) ? { before: [], after: [] } : changed;
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|./gu) ?? [];
}

function countEqual(left: string[], right: string[]): number {
  const most = Math.min(left.length, right.length);
  let equal = 0;
  while (equal < most && left[equal] === right[equal]) equal += 1;
  return equal;
}

/** Which words of either side belong to their longest common sequence. */
function commonWords(left: string[], right: string[]): { before: Set<number>; after: Set<number> } {
  const kept = { before: new Set<number>(), after: new Set<number>() };
  const width = right.length + 1;
  if ((left.length + 1) * width > mostCells) return kept;
  const lengths = lengthTable(left, right);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) {
      kept.before.add(row);
      kept.after.add(column);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return kept;
}

function lengthTable(left: string[], right: string[]): Uint16Array {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const below = lengths[(row + 1) * width + column] ?? 0;
      const beside = lengths[row * width + column + 1] ?? 0;
      const across = lengths[(row + 1) * width + column + 1] ?? 0;
      const isSame = left[row] === right[column];
      lengths[row * width + column] = isSame ? across + 1 : Math.max(below, beside);
    }
  }
  return lengths;
}

/** A lone space between two changed words is drawn as part of the change. */
function rangesOf(words: string[], kept: Set<number>, start: number): Range[] {
  const ranges: Range[] = [];
  let at = start;
  for (const [index, word] of words.entries()) {
    const end = at + word.length;
    const last = ranges.at(-1);
    const isGap = word.trim() === "" && last?.end === at && index + 1 < words.length;
    const isChanged = !kept.has(index) || (isGap && !kept.has(index + 1));
    if (isChanged && last?.end === at) last.end = end;
    else if (isChanged) ranges.push({ start: at, end });
    at = end;
  }
  return ranges;
}

function sizeOf(ranges: Range[]): number {
  return ranges.reduce((total, { start, end }) => total + end - start, 0);
}
