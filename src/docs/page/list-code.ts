import type { PageFormat } from "./page-format.ts";
import type { Range } from "./region.ts";
import { pageRegions } from "./regions.ts";

/** Lines of a list item that stand four columns deeper than its text, after a blank line: they are code. */
export function listCode(text: string, format: PageFormat): Range[] {
  if (format === "mdx" || !listStart.test(text)) return [];
  const walk: Walk = { columns: [], previous: "blank", isOpen: true, found: [] };
  const code = pageRegions(text, format).filter(({ kind }) => kind === "code");
  let next = 0;
  for (let start = 0; start < text.length; ) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak === -1 ? text.length : lineBreak + 1;
    while ((code[next]?.end ?? Infinity) <= start) next += 1;
    const isCode = (code[next]?.start ?? Infinity) <= start;
    if (isCode) walk.previous = "other";
    else step(walk, text.slice(start, end), { start, end });
    start = end;
  }
  return walk.found;
}

/** Tells whether a place is in one of the ranges, which are in order. */
export function isWithin(ranges: readonly Range[]): (at: number) => boolean {
  return (at) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return (ranges[low]?.start ?? Infinity) <= at;
  };
}

type Walk = {
  /** Columns at which the texts of the open items begin. */
  columns: number[];
  previous: "blank" | "text" | "other";
  /** Nothing stands in the list by which indented lines are text: an admonition, a component. */
  isOpen: boolean;
  found: Range[];
};

const listStart = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/m;
const mark = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t\n]|$)/;
const otherContainer = /^(?:!{3}|\?{3}\+?|={3}|:|<[A-Za-z]|\[\^)/;

function step(walk: Walk, line: string, range: Range): void {
  const rest = line.trim();
  if (rest === "") {
    if (walk.previous === "text") walk.previous = "blank";
    return;
  }
  const column = columnOf(line, 0);
  const isItem = mark.test(rest);
  const isLazy = walk.previous === "text" && !isItem;
  if (isLazy) return;
  while (column < (walk.columns.at(-1) ?? 0)) walk.columns.pop();
  if (walk.columns.length === 0) walk.isOpen = true;
  const depth = column - (walk.columns.at(-1) ?? 0);
  if (depth >= 4 && walk.columns.length > 0 && walk.previous !== "text") {
    if (walk.isOpen) walk.found.push(range);
    walk.previous = "other";
    return;
  }
  if (otherContainer.test(rest)) walk.isOpen = false;
  const content = isItem ? openItems(walk, line) : rest;
  walk.previous = content === "" || /^#{1,6}[ \t]/.test(content) ? "other" : "text";
}

const mostItems = 20;

/** Notes the items that begin on the line, and gives what stands in the last. */
function openItems(walk: Walk, line: string): string {
  let at = line.length - line.trimStart().length;
  for (let count = 0; count < mostItems; count += 1) {
    const own = mark.exec(line.slice(at, at + 12))?.[0];
    if (own === undefined) break;
    const marked = columnOf(line, at) + own.length;
    at += own.length;
    const column = columnOf(line, at);
    const blanks = column - marked;
    walk.columns.push(blanks >= 1 && blanks <= 4 ? column : marked + 1);
    at += line.slice(at).length - line.slice(at).trimStart().length;
  }
  return line.slice(at).trim();
}

/** The column of the first character from `from` on that is no blank. */
function columnOf(line: string, from: number): number {
  let column = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (at >= from && character !== " " && character !== "\t") break;
    column = character === "\t" ? column + 4 - (column % 4) : column + 1;
  }
  return column;
}
