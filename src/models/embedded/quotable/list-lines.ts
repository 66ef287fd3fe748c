import { fenceEnd, openingFence } from "./fence.ts";

export type ListMark = { indent: number; width: number; ordered: boolean; number: number };

export function listMark(line: string): ListMark | undefined {
  const match = /^( {0,3})(?:[-*+]|(\d{1,9})[.)]) {1,4}(?=\S)/.exec(line);
  if (match === null) return undefined;
  const ordered = match[2] !== undefined;
  return {
    indent: (match[1] ?? "").length,
    width: match[0].length,
    ordered,
    number: ordered ? Number(match[2]) : 1,
  };
}

/** The list that begins on line `start`: where it ends, and the text of its items without their marks. */
export function listEnd(
  lines: string[],
  start: number,
  interrupts: (index: number) => boolean,
): { next: number; items: string[]; ordered: boolean } {
  const first = listMark(lines[start] ?? "") ?? { indent: 0, width: 0, ordered: false, number: 1 };
  const items: string[][] = [];
  let next = start;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    const mark = itemMark(line, first);
    if (mark !== undefined) items.push([line.slice(mark.width)]);
    const end = mark === undefined ? continuationEnd(lines, next, first, interrupts) : next + 1;
    if (end === next) break;
    if (mark === undefined) items.at(-1)?.push(...lines.slice(next, end).map((own) => own.trim()));
    next = end;
  }
  return { next, items: items.map((item) => item.join("\n").trim()), ordered: first.ordered };
}

function itemMark(line: string, first: ListMark): ListMark | undefined {
  const mark = listMark(line);
  if (mark === undefined || mark.ordered !== first.ordered) return undefined;
  return mark.indent < first.indent + 2 ? mark : undefined;
}

/** Index after the lines that go on with the current item; `index` itself when the list ends here. */
function continuationEnd(
  lines: string[],
  index: number,
  first: ListMark,
  interrupts: (index: number) => boolean,
): number {
  const line = lines[index] ?? "";
  const isInside = (text: string) => indentOf(text) >= first.indent + 2;
  if (line.trim() === "") {
    let next = index;
    while (next < lines.length && (lines[next] ?? "").trim() === "") next++;
    const after = lines[next];
    if (after === undefined) return index;
    return isInside(after) || itemMark(after, first) !== undefined ? next : index;
  }
  if (isInside(line)) {
    const fence = openingFence(line);
    return fence === undefined ? index + 1 : fenceEnd(lines, index, fence).next;
  }
  const follows = (lines[index - 1] ?? "").trim() !== "";
  return follows && listMark(line) === undefined && !interrupts(index) ? index + 1 : index;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
