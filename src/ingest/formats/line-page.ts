import { unixLines } from "../../docs/page/line-ends.ts";
import type { FileText, PageText } from "./format.ts";

/** A file whose Markdown has exactly one line for each of its own, so that lines cited are lines of the file. */
export type LinePage = {
  /** The file's lines, without tabs in front. */
  lines: string[];
  /** The Markdown; what leaves no text is an empty line. */
  out: string[];
};

export type LineRange = { from: number; to: number };

const mostTabs = 100;

/** `to` of a range is the line after its last one; lines count from 0. */
export function openLines(text: string): LinePage {
  const lines = unixLines(text)
    .split("\n")
    .map((line) =>
      line
        .replace(/^[\t ]*\t/, spaces)
        .replaceAll("\f", "")
        .trimEnd(),
    );
  return { lines, out: lines.map(() => "") };
}

function spaces(blanks: string): string {
  let width = 0;
  for (const blank of blanks.slice(0, mostTabs)) width += blank === "\t" ? 8 - (width % 8) : 1;
  return " ".repeat(width);
}

/** Nothing where no line says anything. */
export function closeLines({ path, inserted = [] }: FileText, { out }: LinePage): PageText[] {
  if (out.every((line) => line === "")) return [];
  const kept: string[] = [];
  let at = 0;
  for (const { from, to, count } of inserted) {
    for (const line of out.slice(at, from)) kept.push(line);
    for (const line of withoutEdges(out.slice(from, to), count)) kept.push(line);
    at = to;
  }
  const content = [...kept, ...out.slice(at)].join("\n").toWellFormed();
  return [{ path, content, problems: [] }];
}

/** What other files gave, without blank lines at its ends: files that only give names values move no line of the page. */
function withoutEdges(lines: string[], count: number): string[] {
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  const shown = first === -1 ? [] : lines.slice(first, last + 1);
  while (shown.length < count) shown.push("");
  return shown;
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

/** The smallest indent of lines that are not blank. */
export function commonIndent(lines: string[], { from, to }: LineRange): number {
  let smallest = Infinity;
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? "";
    if (!isBlank(line)) smallest = Math.min(smallest, indentOf(line));
  }
  return Number.isFinite(smallest) ? smallest : 0;
}

type Code = LineRange & {
  prefix: string;
  language: string;
  /** Lines for the fences; without both, the code is indented. */
  open: number | undefined;
  close: number | undefined;
};

/** Code between two lines that hold nothing else, or indented where there are none. */
export function writeCode(page: LinePage, { from, to, prefix, language, open, close }: Code): void {
  const { lines, out } = page;
  const indent = commonIndent(lines, { from, to });
  const isFenced = open !== undefined && close !== undefined;
  const before = isFenced ? prefix : `${prefix}    `;
  let longest = 2;
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? "";
    for (const run of line.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
    out[at] = isBlank(line) ? "" : before + line.slice(indent);
  }
  if (!isFenced) return;
  const fence = "`".repeat(longest + 1);
  out[open] = `${prefix}${fence}${/^[\w+#.-]{1,30}$/.test(language) ? language : ""}`;
  out[close] = prefix + fence;
}

/** `line` is where the row begins. */
export type TableRow = { line: number; cells: string[] };

/** `to` is the line after the last row's own ones. */
export type Table = { prefix: string; rows: TableRow[]; to: number };

/** Wider tables lose what stands further to the right. */
export const mostColumns = 50;

/**
 * Rows on the lines they begin on. The lines between are empty rows, which keep the table together and say nothing. The
 * line below a header is needed, so a header without one moves up to the line above it, which is free in all formats.
 */
export function writeTable({ out }: LinePage, { prefix, rows, to }: Table): void {
  const [header, ...rest] = rows;
  if (header === undefined) return;
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = Math.min(mostColumns, widest);
  // Cells that a row does not have are not written: a wide header above short rows would be repeated for each.
  const rowOf = (cells: string[]) =>
    `${prefix}| ${cells.slice(0, columns).map(cellText).join(" | ")} |`;
  const isTight = rest[0]?.line === header.line + 1 && header.line > 0;
  const top = isTight ? header.line - 1 : header.line;
  out[top] = rowOf(header.cells);
  out[top + 1] = `${prefix}${"| --- ".repeat(columns)}|`;
  let next = top + 2;
  for (const { line, cells } of rest) {
    for (; next < line; next += 1) out[next] = `${prefix}| |`;
    out[line] = rowOf(cells);
    next = line + 1;
  }
  for (; next < to; next += 1) out[next] = `${prefix}| |`;
}

function cellText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/(?<!\\)\|/g, "\\|")
    .trim();
}
