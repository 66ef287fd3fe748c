import { columnsOf, type FencedBlock, indentOf } from "../../page/fence.ts";
import { lineAt } from "../../page/lines.ts";
import type { Page } from "../../page/page.ts";
import type { Region } from "../../page/region.ts";
import type { MdxDialect } from "./plain-mdx.ts";
import { readPlainTag } from "./plain-tag.ts";

/**
 * Whether a page is valid MDX beyond doubt, by lines and tags alone. Most pages are, and a parser takes twenty times as
 * long: false says nothing but that it has to be asked. Linear in the page's length.
 */
export function isSurelyMdx({ source, regions, fences }: Page, dialect: MdxDialect): boolean {
  const start = regions[0]?.kind === "front-matter" ? regions[0].end : 0;
  const walk: Walk = {
    text: source,
    at: start,
    regions: regions.filter(({ kind }) => kind !== "front-matter"),
    region: 0,
    fences: new Map(fences.map((fence) => [fence.start, fence])),
    items: [],
    open: [],
    before: "blank",
    names: new Set(),
    dialect,
  };
  if (/[\r\uFEFF]/.test(source)) return false;
  while (walk.at < source.length) if (!stepLine(walk)) return false;
  return walk.open.length === 0;
}

type Walk = {
  readonly text: string;
  at: number;
  readonly regions: readonly Region[];
  /** The first region that ends behind `at`. */
  region: number;
  readonly fences: ReadonlyMap<number, FencedBlock>;
  /** Columns at which the texts of the open list items begin. */
  readonly items: number[];
  /** Tags that are open, each with the number of list items around it. */
  readonly open: { name: string; depth: number }[];
  /** What the line before was: a paragraph goes on without regard to indentation. */
  before: "blank" | "text" | "flow" | "import";
  /** What is imported so far: the same name twice is a fault. */
  readonly names: Set<string>;
  readonly dialect: MdxDialect;
};

function stepLine(walk: Walk): boolean {
  const line = lineAt(walk.text, walk.at);
  const end = walk.at + line.length;
  const fence = walk.fences.get(walk.at);
  if (fence !== undefined) return stepFence(walk, fence, line);
  const blanks = /^[ \t]*/.exec(line)?.[0] ?? "";
  if (blanks === line) return go(walk, end, "blank");
  if (/^(?:import|export)\b/.test(line)) return stepImport(walk, line, end);
  return walk.before !== "import" && stepBlock(walk, walk.at + blanks.length, end);
}

function go(walk: Walk, end: number, before: Walk["before"]): true {
  walk.at = end + 1;
  walk.before = before;
  return true;
}

/** Ends the list items that a block in this column is not in; false where a tag is still open in one of them. */
function leaveItems({ items, open }: Walk, column: number): boolean {
  while ((items.at(-1) ?? 0) > column) items.pop();
  return (open.at(-1)?.depth ?? 0) <= items.length;
}

function stepFence(walk: Walk, fence: FencedBlock, line: string): boolean {
  const isPlain = fence.isClosed && !fence.isQuoted && !fence.info.startsWith("{");
  if (!isPlain || !/^[ \t]*[`~]/.test(line) || !leaveItems(walk, indentOf(line))) return false;
  const column = walk.items.at(-1) ?? 0;
  const lines = walk.text.slice(walk.at, fence.end).split("\n");
  // In a list the code ends with the first line that is not indented like it.
  if (column > 0 && lines.some((one) => one.trim() !== "" && indentOf(one) < column)) return false;
  return go(walk, fence.end - 1, "flow");
}

const plainImport =
  /^import\s+(?:([\w$]+)|\{([\w$,\s]+)\}|\*\s+as\s+([\w$]+))\s+from\s+(?:"[^"\\\n]+"|'[^'\\\n]+')\s*(?:;[ \t]*)?$/;

function stepImport(walk: Walk, line: string, end: number): boolean {
  const found = walk.before === "text" || walk.before === "flow" ? null : plainImport.exec(line);
  if (found === null || walk.items.length > 0) return false;
  const listed = (found[2] ?? "").split(",").map((name) => name.trim());
  const names = [found[1], found[3], ...listed].filter((name) => name !== undefined && name !== "");
  for (const name of names) {
    if (!/^[A-Za-z_$][\w$]*$/.test(name ?? "") || walk.names.has(name ?? "")) return false;
    walk.names.add(name ?? "");
  }
  return names.length > 0 && go(walk, end, "import");
}

/** The block that begins at a place of the line: a tag, an item, a heading or text. */
function stepBlock(walk: Walk, at: number, end: number): boolean {
  const { text, before } = walk;
  const column = columnsOf(text.slice(walk.at, at));
  const rest = text.slice(at, end);
  if (rest.startsWith("<") || rest.startsWith("{")) {
    const next = readFlow(walk, at, column);
    if (next !== undefined) return go(walk, next, "flow");
  }
  if (/^(?:[-*_][ \t]*){3,}$/.test(rest) || /^#{1,6}(?:[ \t]|$)/.test(rest)) {
    return leaveItems(walk, column) && isPlainInline(walk, at, end) && go(walk, end, "flow");
  }
  const mark = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/.exec(rest)?.[0];
  if (mark !== undefined) return stepItem(walk, { at, column, mark, end });
  const isQuote = rest.startsWith(">");
  if ((before !== "text" || isQuote) && !leaveItems(walk, column)) return false;
  return isPlainInline(walk, at, end) && go(walk, end, "text");
}

type Item = { at: number; column: number; mark: string; end: number };

function stepItem(walk: Walk, { at, column, mark, end }: Item): boolean {
  const { text, items } = walk;
  const blanks = /^[ \t]*/.exec(text.slice(at + mark.length, end))?.[0] ?? "";
  const inner = at + mark.length + blanks.length;
  // Within a paragraph not every number begins a list.
  const isSure = walk.before !== "text" || items.length > 0 || /^(?:[-*+]|1[.)])$/.test(mark);
  const isUsual = blanks.length >= 1 && blanks.length <= 4 && !blanks.includes("\t");
  if (!isSure || !isUsual || inner >= end || !leaveItems(walk, column)) return false;
  items.push(column + mark.length + blanks.length);
  if (items.length > 50) return false;
  walk.before = "blank";
  return stepBlock(walk, inner, end);
}

/** Reads tags and comments that fill their lines; gives where the last line ends. undefined where text stands with them. */
function readFlow(walk: Walk, start: number, column: number): number | undefined {
  const { text, items, open } = walk;
  const saved = { items: [...items], open: [...open] };
  const undo = () => {
    items.splice(0, items.length, ...saved.items);
    open.splice(0, open.length, ...saved.open);
    return undefined;
  };
  if (!leaveItems(walk, column)) return undefined;
  let at = start;
  for (;;) {
    const comment = commentEnd(walk, at);
    const tag = comment === undefined ? readPlainTag(text, at) : undefined;
    if (tag !== undefined && !noteTag(open, tag, items.length)) return undo();
    const end = comment ?? tag?.end;
    if (end === undefined) return undo();
    // The lines of a tag in a list are indented like the item.
    const inside = text.slice(at, end).split("\n").slice(1);
    if (inside.length > 0 && walk.before === "text") return undo();
    if (inside.some((line) => indentOf(line) < (items.at(-1) ?? 0))) return undo();
    at = end;
    while (text[at] === " " || text[at] === "\t") at += 1;
    if (at >= text.length || text[at] === "\n") return at;
    if (text[at] !== "<") return undo();
  }
}

type Tag = NonNullable<ReturnType<typeof readPlainTag>>;

/** Opens or closes a tag; false where another one has to be closed first. */
function noteTag(open: Walk["open"], { kind, name }: Tag, depth: number): boolean {
  if (kind === "empty") return true;
  if (kind === "open") return open.push({ name, depth }) < 200;
  const last = open.pop();
  return last?.name === name && last.depth === depth;
}

const comment = /\{\/\*(?:[^*\n]|\*(?!\/))*\*\/\}/y;
const htmlComment = /<!--(?:[^-\n]|-(?!->))*-->/y;

function commentEnd({ text, dialect }: Walk, at: number): number | undefined {
  const pattern = text[at] === "<" && dialect.comments ? htmlComment : comment;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Whether all tags and braces between two places of a line are plain, and what is opened there is closed there. */
function isPlainInline(walk: Walk, start: number, end: number): boolean {
  const { text } = walk;
  const open: Walk["open"] = [];
  // Emphasis that begins in a tag and ends behind it is a fault: it may stand in one tag, or outside of all.
  const marks = { inside: 0, outside: 0, pairs: 0 };
  for (let at = nextSpecial(text, start); at < end; at = nextSpecial(text, at)) {
    const depth = open.length;
    const next = inlineEnd(walk, open, at, end);
    if (next === undefined || next > end + 1) return false;
    const character = text.charAt(at);
    if (depth === 0 && open.length === 1) marks.pairs += 1;
    if (/[*_~[\]]/.test(character)) {
      if (open.length > 1) return false;
      marks[open.length === 1 ? "inside" : "outside"] += 1;
    }
    at = next;
  }
  if (open.length > 0) return false;
  const isAlone =
    walk.before !== "text" && /^[ \t]*(?:<\/[\w.]+>[ \t]*)?$/.test(lineAt(text, end + 1));
  return marks.inside === 0 || (marks.outside === 0 && marks.pairs === 1 && isAlone);
}

const special = /[\n<{}`\\*_~[\]]/g;

/** The next place on the line that may be markup, or the line's end. */
function nextSpecial(text: string, at: number): number {
  special.lastIndex = at;
  return special.exec(text)?.index ?? text.length;
}

/** Where the code span, tag, braces or character at a place ends; undefined where it is not plain. */
function inlineEnd(walk: Walk, open: Walk["open"], at: number, end: number): number | undefined {
  const { text, dialect } = walk;
  const code = codeEnd(walk, at);
  if (code !== undefined) return code;
  const character = text[at];
  if (character === "\\") return at + 2;
  if (character === "}") return undefined;
  const comment = character === "<" || character === "{" ? commentEnd(walk, at) : undefined;
  if (comment !== undefined) return comment;
  if (character === "<") {
    const tag = readPlainTag(text, at);
    return tag !== undefined && noteTag(open, tag, 0) ? tag.end : undefined;
  }
  if (character !== "{") return at + 1;
  const isId = dialect.headingIds && /^\{#[^{}\s]{1,200}\}[ \t]*$/.test(text.slice(at, end));
  return isId ? end : undefined;
}

/** Where the code span at a place ends; undefined where there is none. */
function codeEnd(walk: Walk, at: number): number | undefined {
  const { regions, text } = walk;
  while ((regions[walk.region]?.end ?? Infinity) <= at) walk.region += 1;
  const region = regions[walk.region];
  const isSpan = region?.kind === "code" && region.start === at && text[at] === "`";
  return isSpan ? region.end : undefined;
}
