import type { MarkdownNode, MarkdownTag } from "../../shared/markdown/markdown-node.ts";
import { readInline } from "./read-inline.ts";

const mostColumns = 50;

/** The table that begins at this line, and the line behind it; undefined when none does. */
export function readTable(
  lines: string[],
  at: number,
): { node: MarkdownNode; end: number } | undefined {
  const head = lines[at] ?? "";
  if (!head.includes("|") || !isDivider(lines[at + 1] ?? "")) return undefined;
  const titles = cellsOf(head);
  const columns = cellsOf(lines[at + 1] ?? "").length;
  if (titles.length !== columns || columns > mostColumns) return undefined;
  let end = at + 2;
  while (end < lines.length && (lines[end] ?? "").trim() !== "") end += 1;
  const rows = lines.slice(at + 2, end).map((line) => row("td", cellsOf(line), columns));
  const sections = [element("thead", [row("th", titles, columns)])];
  if (rows.length > 0) sections.push(element("tbody", rows));
  return { node: element("table", sections), end };
}

function isDivider(line: string): boolean {
  const cells = line.includes("-") ? cellsOf(line) : [];
  return cells.length > 0 && cells.every((cell) => /^:?-+:?$/.test(cell));
}

/** A bar behind a backslash is part of its cell. */
function cellsOf(line: string): string[] {
  const text = line.trim();
  const from = text.startsWith("|") ? 1 : 0;
  const cells: string[] = [];
  let cell = "";
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\\" && text[at + 1] === "|") {
      cell += "|";
      at += 1;
    } else if (character === "|") {
      cells.push(cell.trim());
      cell = "";
    } else cell += character;
  }
  if (cell.trim() !== "" || !text.endsWith("|")) cells.push(cell.trim());
  return cells;
}

function row(tag: "th" | "td", cells: string[], columns: number): MarkdownNode {
  const filled = Array.from({ length: columns }, (_, index) => cells[index] ?? "");
  return element(
    "tr",
    filled.map((cell) => element(tag, readInline(cell))),
  );
}

function element(tag: MarkdownTag, children: MarkdownNode[]): MarkdownNode {
  return { type: "element", tag, start: 1, children };
}
