import { isBlank, type TableRow, writeTable } from "../line-page.ts";
import { adocInline } from "./adoc-inline.ts";
import type { AdocPage, AdocSpan } from "./adoc-page.ts";

type Cell = { line: number; text: string };

/** A table between its marks; `sign` parts cells. */
export function writeAdocTable(
  page: AdocPage,
  span: AdocSpan,
  { sign, options }: { sign: string; options: string },
): void {
  const { cells, perLine } =
    sign === "," || sign === ":" ? plainCells(page, span, sign) : readCells(page, span, sign);
  const columns = columnsOf(options) ?? perLine;
  if (columns < 1 || cells.length === 0) return;
  const rows: TableRow[] = [];
  for (let at = 0; at < cells.length; at += columns) {
    const own = cells.slice(at, at + columns);
    rows.push({
      line: own[0]?.line ?? span.from,
      cells: own.map(({ text }) => adocInline(text.replace(/ \+\n/g, "\n").trim(), page)),
    });
  }
  writeTable(page, span.prefix, oneRowPerLine(rows));
}

/** Rows that begin on one line are put together, for a line holds one row. */
function oneRowPerLine(rows: TableRow[]): TableRow[] {
  return rows.filter(({ line }, index) => rows[index - 1]?.line !== line);
}

const mostColumns = 50;

/** The number of columns that `cols` names: `3*`, `1,2,4`, `"2*,1a"`. */
function columnsOf(options: string): number | undefined {
  const written =
    /\bcols\s{0,3}=\s{0,3}(?:"([^"]{1,300})"|'([^']{1,300})'|([\w.*<>^~%]{1,50}))/.exec(options);
  if (written === null) return undefined;
  const list = written[1] ?? written[2] ?? written[3] ?? "";
  const counts = list
    .split(/[,;]/)
    .map((column) => Number(/^\s*(\d{1,3})\*/.exec(column)?.[1] ?? 1));
  return Math.min(
    mostColumns,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

/** `|text`, `a|text`, `2+|text`: a cell goes on until the next one. */
function readCells(
  { lines }: AdocPage,
  span: AdocSpan,
  sign: string,
): { cells: Cell[]; perLine: number } {
  const cells: Cell[] = [];
  let perLine = 0;
  const mark =
    sign === "!"
      ? /(?:^|(?<=\s))[\d.+*<>^]{0,12}[adehlmsv]?!/g
      : /(?:^|(?<=\s))[\d.+*<>^]{0,12}[adehlmsv]?\||(?<!\\)\|/g;
  for (let at = span.from; at < span.to; at += 1) {
    const line = lines[at] ?? "";
    if (/^\/\/(?!\/)/.test(line)) continue;
    const marks = [...line.matchAll(mark)];
    const before = line.slice(0, marks[0]?.index ?? line.length);
    const open = cells.at(-1);
    if (open !== undefined && !isBlank(before)) open.text += `\n${before}`;
    for (const [index, { 0: written, index: start }] of marks.entries()) {
      const end = marks[index + 1]?.index ?? line.length;
      const text = line
        .slice(start + written.length, end)
        .trim()
        .replaceAll("\\|", "|");
      const times = Number(/^(\d{1,2})\*/.exec(written)?.[1] ?? 1);
      for (let copy = 0; copy < Math.min(times, mostColumns); copy += 1)
        cells.push({ line: at, text });
      const wide = Number(/^(\d{1,2})(?:\.\d{1,2})?\+/.exec(written)?.[1] ?? 1);
      for (let copy = 1; copy < Math.min(wide, mostColumns); copy += 1)
        cells.push({ line: at, text: "" });
    }
    if (perLine === 0) perLine = marks.length;
  }
  return { cells, perLine };
}

function plainCells(
  { lines }: AdocPage,
  span: AdocSpan,
  sign: string,
): { cells: Cell[]; perLine: number } {
  const rows = lines
    .slice(span.from, span.to)
    .map((line, index) => ({ line: span.from + index, parts: line.split(sign) }));
  const full = rows.filter(({ parts }) => parts.some((part) => !isBlank(part)));
  const perLine = full[0]?.parts.length ?? 0;
  const cells = full.flatMap(({ line, parts }) =>
    Array.from({ length: perLine }, (_, index) => ({
      line,
      text: (parts[index] ?? "").replace(/^\s*"|"\s*$/g, ""),
    })),
  );
  return { cells, perLine };
}
