import { isBlank, mostColumns, type TableRow, writeTable } from "../line-page.ts";
import { adocInline } from "./adoc-inline.ts";
import type { AdocPage, AdocSpan } from "./adoc-page.ts";

type Cell = { line: number; text: string };

/** A table between its marks; `sign` parts cells. */
export function writeAdocTable(
  page: AdocPage,
  span: AdocSpan,
  { sign, options }: { sign: string; options: string },
): void {
  if (sign === "," || sign === ":") {
    writeTable(page, { ...span, rows: plainRows(page, span, sign) });
    return;
  }
  const { cells, perLine } = readCells(page, span, sign);
  const columns = columnsOf(options) ?? perLine;
  if (columns < 1 || cells.length === 0) return;
  const rows: TableRow[] = [];
  for (let at = 0; at < cells.length; at += columns) {
    const line = cells[at]?.line ?? span.from;
    // A line holds one row: others that begin on it are left out.
    if (rows.at(-1)?.line === line) continue;
    const own = cells.slice(at, at + columns);
    const texts = own.map(({ text }) => adocInline(text.replace(/ \+\n/g, "\n").trim(), page));
    rows.push({ line, cells: texts });
  }
  writeTable(page, { ...span, rows });
}

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
  { lines, room }: AdocPage,
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
      cells.push({ line: at, text });
      addCopies(cells, { line: at, text }, { written, room });
    }
    if (perLine === 0) perLine = marks.length;
  }
  return { cells, perLine };
}

/** `3*|` stands for three cells, `3+|` for one as wide as three. */
function addCopies(
  cells: Cell[],
  { line, text }: Cell,
  { written, room }: { written: string } & Pick<AdocPage, "room">,
): void {
  const [, count = "1", sign] = /^(\d{1,2})(?:\.\d{1,2})?([*+])/.exec(written) ?? [];
  const copy = { line, text: sign === "*" ? text : "" };
  for (let more = 1; more < Math.min(Number(count), mostColumns); more += 1) {
    room.left -= copy.text.length + cellRoom;
    if (room.left < 0) return;
    cells.push({ ...copy });
  }
}

/** What an empty cell takes where it is written. */
const cellRoom = 3;

/** A row on each line. */
function plainRows(page: AdocPage, { from, to }: AdocSpan, sign: string): TableRow[] {
  const lines = page.lines.slice(from, to).map((text, index) => ({ line: from + index, text }));
  return lines
    .filter(({ text }) => text.split(sign, mostColumns).some((part) => !isBlank(part)))
    .map(({ line, text }) => ({
      line,
      cells: text
        .split(sign, mostColumns)
        .map((part) => adocInline(part.replace(/^\s*"|"\s*$/g, "").trim(), page)),
    }));
}
