import type { MarkdownNode, MarkdownTag } from "../../shared/markdown/markdown-node.ts";
import { readInline } from "./read-inline.ts";
import { readTable } from "./read-table.ts";

const longestText = 200_000;
const deepest = 12;

/**
 * Markdown of an answer as a tree of the few things that are drawn: no HTML, no image, links to the web only.
 * It reads what the server writes; a parser of all of CommonMark weighs as much as the whole panel may.
 */
export function readMarkdown(text: string): MarkdownNode[] {
  const whole = text.slice(0, longestText).replace(/\r\n?/g, "\n").replaceAll("\t", "    ");
  const lines = whole.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return readBlocks(lines, 0);
}

type Block = { node: MarkdownNode | undefined; end: number };

function readBlocks(lines: string[], depth: number): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  for (let at = 0; at < lines.length; ) {
    const { node, end } = readBlock(lines, at, depth);
    if (node) nodes.push(node);
    at = end;
  }
  return nodes;
}

function readBlock(lines: string[], at: number, depth: number): Block {
  const line = lines[at] ?? "";
  if (line.trim() === "") return { node: undefined, end: at + 1 };
  if (/^ {4}/.test(line)) return readIndentedCode(lines, at);
  if (isFence(line)) return readFence(lines, at);
  const heading = /^ {0,3}(#{1,6})(?= |$)/.exec(line);
  if (heading) return { node: readHeading(line, heading), end: at + 1 };
  if (isRule(line)) return { node: element("hr", []), end: at + 1 };
  if (depth < deepest && isQuote(line)) return readQuote(lines, at, depth);
  if (depth < deepest && itemMark(line)) return readList(lines, at, depth);
  const table = readTable(lines, at);
  return table ?? readParagraph(lines, at);
}

function readHeading(line: string, [mark, marks = ""]: RegExpExecArray): MarkdownNode {
  const tags = ["h3", "h3", "h4"] as const;
  const text = withoutClosing(line.slice(mark.length).trim());
  return element(tags[marks.length - 1] ?? "h5", readInline(text.trim()));
}

/** `## Title ##` ends in marks that are not part of it. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  return end === 0 || text[end - 1] === " " ? text.slice(0, end) : text;
}

function readIndentedCode(lines: string[], at: number): Block {
  let end = at;
  while (end < lines.length && /^ {4}|^\s*$/.test(lines[end] ?? "")) end += 1;
  while (lines[end - 1]?.trim() === "") end -= 1;
  const text = lines.slice(at, end).map((line) => line.slice(4));
  return { node: { type: "fence", text: `${text.join("\n")}\n`, info: "" }, end };
}

const fenceMark = /^( {0,3})(`{3,}|~{3,})/;

function isFence(line: string): boolean {
  const [whole = "", , marks = ""] = fenceMark.exec(line) ?? [];
  const info = line.slice(whole.length);
  return marks !== "" && !(marks.startsWith("`") && info.includes("`"));
}

function readFence(lines: string[], at: number): Block {
  const first = lines[at] ?? "";
  const [whole = "", indent = "", marks = ""] = fenceMark.exec(first) ?? [];
  const info = first.slice(whole.length);
  const isEnd = (line: string) => {
    const text = line.trim();
    return text.startsWith(marks) && text === marks.charAt(0).repeat(text.length);
  };
  let end = at + 1;
  while (end < lines.length && !isEnd(lines[end] ?? "")) end += 1;
  const inside = lines.slice(at + 1, end).map((line) => withoutIndent(line, indent.length));
  const text = inside.length > 0 ? `${inside.join("\n")}\n` : "";
  return { node: { type: "fence", text, info: info.trim() }, end: end + 1 };
}

function withoutIndent(line: string, width: number): string {
  let spaces = 0;
  while (spaces < width && line[spaces] === " ") spaces += 1;
  return line.slice(spaces);
}

function isRule(line: string): boolean {
  const marks = line.replaceAll(" ", "");
  const isMarked = marks.length > 2 && "-*_".includes(marks.charAt(0));
  return isMarked && !/^ {4}/.test(line) && marks === marks.charAt(0).repeat(marks.length);
}

function isQuote(line: string): boolean {
  return /^ {0,3}>/.test(line);
}

function readQuote(lines: string[], at: number, depth: number): Block {
  const inside: string[] = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? "";
    if (!isQuote(line) && (beginsBlock(line) || inside.at(-1)?.trim() === "")) break;
    inside.push(line.replace(/^ {0,3}> ?/, ""));
  }
  return { node: element("blockquote", readBlocks(inside, depth + 1)), end };
}

type ItemMark = { width: number; kind: string; start: number };

function itemMark(line: string): ItemMark | undefined {
  const found = /^( {0,3})([-*+]|(\d{1,9})[.)])( {1,4}(?! )| |$)/.exec(line);
  if (!found || isRule(line)) return undefined;
  const [, indent = "", mark = "", digits, gap = ""] = found;
  const isBare = line.trim() === mark;
  const width = indent.length + mark.length + (isBare ? 1 : gap.length);
  return { width, kind: mark.slice(-1), start: Number(digits ?? 1) };
}

function readList(lines: string[], at: number, depth: number): Block {
  const first = itemMark(lines[at] ?? "");
  const items: string[][] = [];
  let isLoose = false;
  let end = at;
  while (end < lines.length) {
    const mark = itemMark(lines[end] ?? "");
    if (!mark || mark.kind !== first?.kind) break;
    const item = readItem(lines, end, mark.width);
    const text = trimmed(item.lines);
    const isLast = itemMark(lines[item.end] ?? "")?.kind !== first.kind;
    if (hasGap(text) || (!isLast && text.length < item.lines.length)) isLoose = true;
    items.push(text);
    end = item.end;
  }
  const children = items.map((item) => element("li", itemBody(item, depth, isLoose)));
  const isOrdered = ".)".includes(first?.kind ?? "-");
  return { node: element(isOrdered ? "ol" : "ul", children, first?.start), end };
}

function readItem(lines: string[], at: number, width: number): { lines: string[]; end: number } {
  const own = [(lines[at] ?? "").slice(width)];
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? "";
    const isInside = line.trim() === "" || indentOf(line) >= width;
    const continues = own.at(-1)?.trim() !== "" && !beginsBlock(line) && !itemMark(line);
    if (!isInside && !continues) break;
    own.push(isInside ? line.slice(width) : line.trimStart());
  }
  return { lines: own, end };
}

function itemBody(lines: string[], depth: number, isLoose: boolean): MarkdownNode[] {
  const nodes = readBlocks(lines, depth + 1);
  if (isLoose) return nodes;
  return nodes.flatMap((node) =>
    node.type === "element" && node.tag === "p" ? node.children : [node],
  );
}

function hasGap(lines: string[]): boolean {
  let isInFence = false;
  let depth = 0;
  return lines.some((line, index) => {
    if (isFence(line)) isInFence = !isInFence;
    if (line.trim() !== "") depth = itemMark(line.trimStart()) && index > 0 ? 1 : depth;
    return line.trim() === "" && !isInFence && depth === 0;
  });
}

function trimmed(lines: string[]): string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === "") end -= 1;
  return lines.slice(0, end);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function readParagraph(lines: string[], at: number): Block {
  let end = at + 1;
  while (end < lines.length && !underline(lines[end] ?? "") && !endsParagraph(lines, end)) end += 1;
  const text = lines
    .slice(at, end)
    .map((line) => line.trimStart())
    .join("\n");
  const under = underline(lines[end] ?? "");
  const tag = under ? "h3" : "p";
  return { node: element(tag, readInline(text.trimEnd())), end: under ? end + 1 : end };
}

/** The line below a title that is written over two lines. */
function underline(line: string): boolean {
  return /^ {0,3}(?:=+|-+) *$/.test(line);
}

function endsParagraph(lines: string[], at: number): boolean {
  const line = lines[at] ?? "";
  return beginsBlock(line) || readTable(lines, at) !== undefined;
}

/** Whether a line ends the paragraph before it. Only a list that begins with 1 does. */
function beginsBlock(line: string): boolean {
  if (line.trim() === "") return true;
  if (/^ {4}/.test(line)) return false;
  const mark = itemMark(line);
  const isItem = mark !== undefined && mark.start === 1 && line.trim().length > mark.kind.length;
  return isItem || isQuote(line) || isFence(line) || isRule(line) || /^ {0,3}#{1,6} /.test(line);
}

function element(tag: MarkdownTag, children: MarkdownNode[], start = 1): MarkdownNode {
  return { type: "element", tag, start, children };
}
