import { isBlank, mostColumns, type TableRow, writeTable } from "../line-page.ts";
import { rstInline } from "./rst-inline.ts";
import { type RstPage, type Span, textAt } from "./rst-page.ts";

/** Each cell as the pieces of text that its lines hold. */
type DrawnRow = { line: number; cells: string[][] };

const gridBorder = /^\+(?:[-=]+\+)+$/;

/** Cells drawn with lines. */
export function writeGridTable(page: RstPage, span: Span, at: number): number | undefined {
  const border = textAt(page, span, at);
  if (!gridBorder.test(border)) return undefined;
  const edges = [...border.matchAll(/\+/g)].map(({ index }) => index).slice(0, mostColumns + 1);
  const rows: DrawnRow[] = [];
  let row: DrawnRow | undefined;
  let end = at + 1;
  for (; end < span.to && /^[+|]/.test(textAt(page, span, end)); end += 1) {
    const line = textAt(page, span, end);
    if (/^\+|\+[-=]{2,}\+$/.test(line)) {
      row = undefined;
      continue;
    }
    row ??= startRow(rows, end);
    addCells(row, cutAt(line, edges));
  }
  finish(page, { ...span, to: end - 1 }, rows);
  return end;
}

function startRow(rows: DrawnRow[], line: number): DrawnRow {
  const row = { line, cells: [] };
  rows.push(row);
  return row;
}

function addCells(row: DrawnRow, cells: string[]): void {
  for (const [index, cell] of cells.entries()) addText(row, index, cell);
}

function addText({ cells }: DrawnRow, index: number, written: string): void {
  const text = written.trim();
  if (index >= mostColumns) return;
  cells[index] ??= [];
  if (text !== "") cells[index].push(text);
}

/** The text between the edges; an edge that the line does not have is inside a wide cell. */
function cutAt(line: string, edges: number[]): string[] {
  const cells: string[] = [];
  let start = (edges[0] ?? 0) + 1;
  for (const [index, edge] of edges.entries()) {
    if (index === 0) continue;
    if (start >= line.length) break;
    const isEdge = line.charAt(edge) === "|" || index === edges.length - 1;
    cells.push(isEdge ? line.slice(start, edge) : "");
    if (isEdge) start = edge + 1;
  }
  return cells;
}

const simpleBorder = /^=+(?: +=+)+$/;

/** Columns below lines of `=`; a row with an empty first cell goes on with the one above. */
export function writeSimpleTable(page: RstPage, span: Span, at: number): number | undefined {
  const border = textAt(page, span, at);
  if (!simpleBorder.test(border)) return undefined;
  const starts = [...border.matchAll(/=+/g)].map(({ index }) => index).slice(0, mostColumns + 1);
  const rows: DrawnRow[] = [];
  let end = at + 1;
  for (; end < span.to; end += 1) {
    const line = textAt(page, span, end);
    if (simpleBorder.test(line)) {
      if (end + 1 >= span.to || isBlank(page.lines[end + 1])) break;
      continue;
    }
    if (isBlank(line) || /^-+(?: +-+)*$/.test(line)) continue;
    const cells = starts
      .filter((start, index) => index === 0 || start < line.length)
      .map((start, index) => line.slice(start, starts[index + 1]));
    const previous = rows.at(-1);
    if (isBlank(cells[0]) && previous !== undefined) addCells(previous, cells);
    else addCells(startRow(rows, end), cells);
  }
  finish(page, { ...span, to: end }, rows);
  return Math.min(end + 1, span.to);
}

/** Rows as lists of lists: `* - cell` begins a row, `  - cell` another cell. */
export function writeListTable(page: RstPage, span: Span): void {
  const rows: DrawnRow[] = [];
  for (let at = span.from; at < span.to; at += 1) {
    const [, mark = "", text = ""] = /^(\* - ?|[ ]{2}- ?)?(.*)$/.exec(textAt(page, span, at)) ?? [];
    if (mark.startsWith("*")) startRow(rows, at);
    const row = rows.at(-1);
    if (row === undefined) continue;
    const index = mark === "" ? Math.max(0, row.cells.length - 1) : row.cells.length;
    addText(row, index, text);
  }
  finish(page, span, rows);
}

/** Cells parted by commas; `header` stands on the line before. */
export function writeCsvTable(page: RstPage, span: Span, header: string): void {
  const rows: DrawnRow[] = [];
  if (header !== "") addCells(startRow(rows, span.from - 2), csvCells(header));
  for (let at = span.from; at < span.to; at += 1) {
    const line = textAt(page, span, at);
    if (!isBlank(line)) addCells(startRow(rows, at), csvCells(line));
  }
  finish(page, span, rows);
}

function csvCells(line: string): string[] {
  const cells = line.matchAll(/\s*(?:"((?:[^"]|"")*)"[^,]*|([^,]*))(?:,|$)/g);
  const texts = Array.from(cells, ([, quoted, bare = ""]) =>
    (quoted ?? bare).replaceAll('""', '"').trim(),
  );
  return line.trimEnd().endsWith(",") ? texts : texts.slice(0, -1);
}

function finish(page: RstPage, span: Span, rows: DrawnRow[]): void {
  const written: TableRow[] = rows
    .filter(({ cells }) => cells.some((pieces) => pieces.length > 0))
    .map(({ line, cells }) => ({
      line,
      cells: cells.map((pieces) => rstInline(pieces.join(" "), page.names)),
    }));
  writeTable(page, { ...span, rows: written });
}
