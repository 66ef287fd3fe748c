import {
  closesFence,
  columnsOf,
  type Fence,
  type FencedBlock,
  indentOf,
  openFence,
} from "./fence.ts";
import { directiveOf } from "./markup/directives.ts";
import { voidTags } from "./markup/html-tags.ts";
import type { Tag } from "./markup/read-tag.ts";
import { type Effort, effortFor, startsStatement, statementsEnd } from "./markup/script-scan.ts";
import type { PageFormat } from "./page-format.ts";

/** What one walk over the lines of a page knows. Whoever walks moves `at` on, to the end of the line or further. */
export type LineWalk = {
  readonly text: string;
  readonly isMdx: boolean;
  readonly effort: Effort;
  at: number;
  /** Components, admonitions and their like that are open, outermost first. */
  readonly containers: Container[];
  /** Columns at which the texts of the open list items begin. */
  readonly items: number[];
  /** The line before goes on here: what is indented is no code, and what looks like a statement is text. */
  isAfterText: boolean;
  /** Between `{% raw %}` and `{% endraw %}` template tags are text. */
  isRaw: boolean;
  /** Lines such as `:class: tip` belong to the directive above them. */
  isInOptions: boolean;
  /** Open fences that hold text, not code (```` ```{note} ````), outermost first. */
  readonly directives: FencedBlock[];
  /** Every fenced block so far, in order. */
  readonly fences: FencedBlock[];
};

/** `indent` is the column at which the text in it is read, `contentIndent` the one at which it is written. */
export type Container = {
  /** Of its tag; "" where indentation alone says what belongs to it. */
  name: string;
  indent: number;
  contentIndent: number | undefined;
  /** A line that begins before this column ends it. */
  endsBefore: number;
};

/** A line, or the whole of a block that is no text. `text` stands as far in as its containers do; `end` is where the next begins. */
export type Line = { end: number; text: string } & (
  | { kind: "blank" | "statements" | "code" | "text" | "long" | "option" | "directive-end" }
  | { kind: "fence" | "directive"; fence: FencedBlock; isSilent: boolean }
  | { kind: "highlight"; language: string; body: { start: number; end: number } }
);

const maxOpen = 100;
/** A longer line outside code is a text without any markup: nobody wrote it by hand. */
const longestLine = 100_000;

export function walkLines(text: string, format: PageFormat, at = 0): LineWalk {
  return {
    text,
    isMdx: format === "mdx",
    effort: effortFor(text),
    at,
    containers: [],
    items: [],
    isAfterText: false,
    isRaw: false,
    isInOptions: false,
    directives: [],
    fences: [],
  };
}

/** Says what stands at the current place, the start of a line. This alone decides what is code. */
export function readLine(walk: LineWalk): Line {
  const written = lineAt(walk.text, walk.at);
  const end = walk.at + written.length + 1;
  if (written.trim() === "") {
    walk.isAfterText = false;
    return { kind: "blank", text: "", end };
  }
  if (walk.isMdx && !walk.isAfterText && startsStatement(walk.text, walk.at)) {
    return { kind: "statements", text: "", end: statementsEnd(walk.text, walk.at, walk.effort) };
  }
  if (written.length > longestLine) {
    walk.isAfterText = true;
    return { kind: "long", text: written, end };
  }
  leaveContainers(walk, written);
  const text = dedent(walk, written);
  const isOption = walk.isInOptions && /^\s*:[\w-]{1,40}:(?:[ \t]|$)/.test(text);
  walk.isInOptions = isOption;
  if (isOption) return { kind: "option", text, end };
  return closedDirective(walk, text, end) ?? readBlock(walk, text, end);
}

/** The line from a place on, without its line end. */
export function lineAt(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(at, end === -1 ? text.length : end);
}

/** The line as far in as the text of its container is read, so that it never reads as indented code. */
export function dedent({ containers }: LineWalk, line: string): string {
  const inner = containers.at(-1);
  if (inner === undefined || line.trim() === "") return line;
  const content = line.trimStart();
  const indent = indentOf(line);
  if (inner.contentIndent === undefined) {
    if (content.startsWith("</")) return " ".repeat(inner.indent) + content;
    inner.contentIndent = Math.max(indent, inner.indent);
  }
  const moved = indent - (inner.contentIndent - inner.indent);
  return " ".repeat(Math.max(moved, Math.min(indent, inner.indent))) + content;
}

/** A tag that begins a line, at the given column, holds the lines up to the one that closes it. */
export function noteTag(walk: LineWalk, { name, kind }: Tag, indent: number | undefined): void {
  const { containers } = walk;
  if (kind === "close") {
    const index = containers.findLastIndex((container) => container.name === name);
    if (index !== -1) containers.length = index;
  }
  if (kind !== "open" || indent === undefined || voidTags.has(name.toLowerCase())) return;
  openContainer(walk, { name, indent, contentIndent: undefined, endsBefore: 0 });
}

function openContainer({ containers }: LineWalk, container: Container): void {
  if (containers.length < maxOpen) containers.push(container);
}

/** Closes what indentation alone holds together and this line no longer belongs to. */
function leaveContainers({ containers }: LineWalk, line: string): void {
  if (containers.length === 0) return;
  const indent = indentOf(line);
  const ended = containers.findIndex(({ endsBefore }) => endsBefore > indent);
  if (ended !== -1) containers.length = ended;
}

function closedDirective(walk: LineWalk, text: string, end: number): Line | undefined {
  const open = walk.directives.at(-1);
  if (open === undefined || !closesFence(text, open, walk.isMdx)) return undefined;
  walk.directives.pop();
  open.isClosed = true;
  open.body.end = walk.at;
  open.end = end;
  walk.isAfterText = false;
  return { kind: "directive-end", text, end };
}

const heading = /^#{1,6}(?:[ \t]|$)/;
const itemMark = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/;

function readBlock(walk: LineWalk, text: string, end: number): Line {
  const content = text.trimStart();
  const isItem = itemMark.test(content);
  const fence = openFence(text);
  const isLazy = walk.isAfterText && !isItem && fence === undefined && !heading.test(content);
  const depth = isLazy || walk.isMdx ? 0 : depthIn(walk, indentOf(text));
  if (depth >= 4 && !walk.isAfterText) return { kind: "code", text, end };
  const own = isItem && !walk.isMdx ? openItems(walk, text) : content;
  // Four columns deep a fence only goes on with the paragraph; in lists not every generator counts so strictly.
  const isShown = depth >= 4 && walk.items.length === 0;
  if (fence !== undefined && !isShown) return fencedLine(walk, text, fence);
  const highlight = content.startsWith("{") ? highlighted(walk, text) : undefined;
  walk.isAfterText = highlight === undefined && own !== "" && !heading.test(own);
  if (highlight !== undefined) return highlight;
  noteContainer(walk, text, content);
  return { kind: "text", text, end };
}

/** How much deeper the column is than the text of the list item it belongs to; items that it leaves are closed. */
function depthIn({ items }: LineWalk, column: number): number {
  while (column < (items.at(-1) ?? 0)) items.pop();
  return column - (items.at(-1) ?? 0);
}

const mostItems = 20;

/** Notes the items that begin on the line, and gives what stands in the last. */
function openItems({ items }: LineWalk, line: string): string {
  let at = line.length - line.trimStart().length;
  for (let count = 0; count < mostItems; count += 1) {
    const own = itemMark.exec(line.slice(at, at + 12))?.[0];
    if (own === undefined) break;
    const marked = columnsOf(line.slice(0, at + own.length));
    at += own.length;
    const blanks = /^[ \t]*/.exec(line.slice(at))?.[0] ?? "";
    at += blanks.length;
    const column = columnsOf(line.slice(0, at));
    const isUsual = column - marked >= 1 && column - marked <= 4 && at < line.length;
    items.push(isUsual ? column : marked + 1);
  }
  return line.slice(at).trimEnd();
}

function fencedLine(walk: LineWalk, text: string, fence: Fence): Line {
  const start = walk.at;
  const bodyStart = Math.min(start + lineAt(walk.text, start).length + 1, walk.text.length);
  const end = walk.text.length;
  const block = { ...fence, start, end, body: { start: bodyStart, end }, isClosed: false };
  walk.fences.push(block);
  walk.isAfterText = false;
  const directive = text.trimStart().startsWith(fence.marker) ? directiveOf(fence.info) : undefined;
  const isSilent = directive === "silent";
  if (directive === "text" && walk.directives.length < maxOpen) {
    walk.directives.push(block);
    walk.isInOptions = true;
    return { kind: "directive", text, fence: block, isSilent, end: bodyStart };
  }
  closeBlock(walk, block);
  return { kind: "fence", text, fence: block, isSilent, end: block.end };
}

function closeBlock(walk: LineWalk, block: FencedBlock): void {
  for (let at = block.body.start; at < walk.text.length; ) {
    const line = lineAt(walk.text, at);
    const next = Math.min(at + line.length + 1, walk.text.length);
    const isLeft = block.isQuoted && !line.trimStart().startsWith(">");
    if (isLeft || closesFence(dedent(walk, line), block, walk.isMdx)) {
      block.body.end = at;
      block.end = isLeft ? at : next;
      block.isClosed = !isLeft;
      return;
    }
    at = next;
  }
}

/** `{% highlight js %}` and `{{< highlight go >}}` hold code up to their closing tag. */
function highlighted(walk: LineWalk, text: string): Line | undefined {
  const open =
    /^\s*\{(?:\{[<%]|%-?)\s*highlight(?:\s+([\w+#-]{1,40}))?[^{}]{0,200}\}{1,2}\s*$/.exec(text);
  if (open === null || walk.isRaw || walk.effort.left <= 0) return undefined;
  const close = /\n[ \t]*\{(?:\{[<%]\s{0,9}\/\s{0,9}|%-?\s{0,9}end)highlight\b[^\n]*/g;
  close.lastIndex = walk.at;
  const match = close.exec(walk.text);
  if (match === null) {
    walk.effort.left -= walk.text.length - walk.at;
    return undefined;
  }
  const body = { start: walk.at + lineAt(walk.text, walk.at).length + 1, end: match.index + 1 };
  const end = Math.min(close.lastIndex + 1, walk.text.length);
  return { kind: "highlight", text, language: open[1] ?? "", body, end };
}

/** Words without a title in quotes are a sentence that shouts, unless they are one or two. */
export const admonition =
  /^(?:!!!|\?\?\?\+?)[ \t]+[\w-]{1,40}(?:(?:[ \t]+[\w-]{1,40}){0,3}[ \t]+"([^"]{0,500})"|[ \t]+[\w-]{1,40}|[ \t]+inline[ \t]+end)?[ \t]*$/;
export const contentTab = /^===[!+]?[ \t]+"([^"]{0,500})"[ \t]*$/;
export const definitionMark = /^:[ \t]{1,8}(?=\S)/;
export const noteMark = /^\[\^[^\]\s]{1,100}\]:[ \t]{0,20}/;
export const abbreviationMark = /^\*\[([^\]]{1,80})\]:[ \t]{0,20}(?=\S)/;
const containerMarks = [admonition, contentTab, definitionMark, noteMark, abbreviationMark];

/** The lines below `!!! note`, `=== "Tab"`, `:   Text`, `[^1]: Text` belong to it as far as they are indented. */
function noteContainer(walk: LineWalk, text: string, content: string): void {
  if (!"!?=:[*".includes(content.charAt(0))) return;
  if (!containerMarks.some((mark) => mark.test(content))) return;
  const indent = indentOf(text);
  const outer = walk.containers.at(-1);
  // Where the line stood in the page before it was moved to where the container around it stands.
  const written = indent + (outer === undefined ? 0 : (outer.contentIndent ?? 0) - outer.indent);
  openContainer(walk, { name: "", indent, contentIndent: written + 4, endsBefore: written + 1 });
}
