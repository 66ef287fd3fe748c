import { escapeMarkdown } from "../../../text/markdown-writing.ts";
import {
  attribute,
  childrenOf,
  type Element,
  elementsIn,
  isElement,
  isHeading,
  lineOfText,
} from "./element.ts";
import { writeLine } from "./write-inline.ts";

const maxColumns = 40;
/** A longer cell is not repeated in the other rows it reaches over. */
const longestRepeated = 200;

/** A table of data, its caption before it; undefined when the table only arranges parts of the page. */
export function writeTable(table: Element, depth: number): string[] | undefined {
  if (isLayout(table)) return undefined;
  const grid = gridOf(rowsOf(table), depth);
  const rows = grid.rows.filter((row) => row.some((cell) => cell !== ""));
  if (rows.length === 0) return [];
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 1);
  const header = grid.hasHeader ? rows.shift() : undefined;
  const padded = Array.from({ length: width }, (_, column) => header?.[column] ?? "");
  const lines = [padded, padded.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return [...captionOf(table), lines.join("\n")];
}

function isLayout(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(attribute(table, "role"))) return true;
  let cells = 0;
  for (const element of elementsIn(table)) {
    if (element.tagName === "table" || isHeading(element)) return true;
    if (element.tagName === "td" || element.tagName === "th") cells += 1;
  }
  return cells <= 1;
}

function captionOf(table: Element): string[] {
  const [caption] = childrenOf(table, "caption");
  const text = caption === undefined ? "" : lineOfText(caption);
  return text === "" ? [] : [escapeMarkdown(text)];
}

type Row = { cells: Element[]; isInHead: boolean };

function rowsOf(table: Element): Row[] {
  const rows: Row[] = [];
  for (const part of table.childNodes.filter(isElement)) {
    const lines = part.tagName === "tr" ? [part] : childrenOf(part, "tr");
    for (const line of lines)
      rows.push({ cells: childrenOf(line, "td", "th"), isInHead: part.tagName === "thead" });
  }
  return rows;
}

type Reach = { text: string; rowsLeft: number };

function gridOf(rows: Row[], depth: number): { rows: string[][]; hasHeader: boolean } {
  const reaching: (Reach | undefined)[] = [];
  const grid = rows.map(({ cells }) => {
    const row: string[] = [];
    for (const cell of cells) {
      takeReaching(reaching, row);
      const text = cellText(cell, depth);
      const rowsLeft = spanOf(cell, "rowspan") - 1;
      const columns = Math.min(spanOf(cell, "colspan"), maxColumns - row.length);
      for (let column = 0; column < columns; column += 1) {
        const held = column === 0 ? text : "";
        if (rowsLeft > 0) {
          reaching[row.length] = { text: held.length > longestRepeated ? "" : held, rowsLeft };
        }
        row.push(held);
      }
    }
    takeReaching(reaching, row);
    return row;
  });
  const first = rows[0];
  const isHeader = first?.isInHead || first?.cells.every(({ tagName }) => tagName === "th");
  return {
    rows: grid,
    hasHeader: isHeader === true && grid[0]?.some((cell) => cell !== "") === true,
  };
}

/** Cells of rows above that reach down to this one. */
function takeReaching(reaching: (Reach | undefined)[], row: string[]): void {
  for (let reach = reaching[row.length]; reach !== undefined; reach = reaching[row.length]) {
    reach.rowsLeft -= 1;
    if (reach.rowsLeft === 0) reaching[row.length] = undefined;
    row.push(reach.text);
  }
}

function spanOf(cell: Element, name: string): number {
  const span = attribute(cell, name);
  return /^[1-9]\d{0,2}$/.test(span) ? Number(span) : 1;
}

/** Bars of text are escaped already; those in code and addresses would still end the cell. */
function cellText(cell: Element, depth: number): string {
  return writeLine(cell.childNodes, depth).replace(/(?<!\\)\\*\|/g, (bar) =>
    bar.length % 2 === 0 ? bar : `${bar.slice(0, -1)}\\|`,
  );
}
