import MarkdownIt, { type Env, type Token } from "markdown-it";
import type { PageFormat } from "./page-format.ts";
import type { Block } from "./parsed-page.ts";

/** A list with more lines than this is one block per item. */
const longestList = 60;

/** The blocks of Markdown that `stripMarkup` has been over, in order, with the lines they stand on. */
export function readBlocks(text: string, format: PageFormat): Block[] {
  const lines = text.split("\n");
  const parser = parserFor(format);
  const links = {};
  const tokens = parser.parse(text, links);
  const reader: Reader = { lines, inline: (content) => inlineText(parser, links, content) };
  const blocks: Block[] = [];
  for (let index = 0; index < tokens.length; ) {
    const end = endOfBlock(tokens, index);
    addBlocks(blocks, tokens.slice(index, end), reader);
    index = end;
  }
  return blocks;
}

/** `inline` gives the readable text of what stands between two block marks. */
type Reader = { lines: string[]; inline(content: string): string };

type Parser = InstanceType<typeof MarkdownIt>;

const parsers = new Map<PageFormat, Parser>();

/** A parser keeps nothing of a page, and building one takes as long as reading a short page. */
function parserFor(format: PageFormat): Parser {
  const known = parsers.get(format);
  if (known !== undefined) return known;
  // Tags are gone by now; what is left of "<" is text. MDX has no indented code. Inline text is read on its own.
  const parser = new MarkdownIt({ html: false, linkify: false });
  parser.core.ruler.enableOnly(["normalize", "block"]);
  if (format === "mdx") parser.disable("code");
  parser.block.State = quickState(parser.block.State);
  parsers.set(format, parser);
  return parser;
}

type BlockState = Parser["block"]["State"];

/** Makes tokens at once: the parser's own way to make one is a call for each of its fields. */
function quickState(State: BlockState): BlockState {
  return class extends State {
    override push(type: string, tag: string, nesting: Token["nesting"]): Token {
      if (nesting < 0) this.level -= 1;
      const token = blockToken({ type, tag, nesting, level: this.level });
      if (nesting > 0) this.level += 1;
      this.tokens.push(token);
      return token;
    }
  };
}

/** Rules for blocks and readers of tokens use their fields alone. */
function blockToken(known: Pick<Token, "type" | "tag" | "nesting" | "level">): Token {
  const { type, tag, nesting, level } = known;
  const said = { map: null, content: "", markup: "", info: "", attrs: null, meta: null };
  return {
    type,
    tag,
    nesting,
    level,
    ...said,
    children: null,
    block: true,
    hidden: false,
  } as Token;
}

function endOfBlock(tokens: Token[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0;
    if (depth <= 0) return index + 1;
  }
  return tokens.length;
}

function addBlocks(blocks: Block[], tokens: Token[], reader: Reader): void {
  const first = tokens[0];
  const kind = kindOf(first);
  if (first === undefined || kind === undefined) return;
  const block = blockOf(tokens, kind, reader);
  if (block === undefined) return;
  if (kind === "list" && block.endLine - block.startLine >= longestList) {
    for (const item of listItems(tokens)) {
      const itemBlock = blockOf(item, kind, reader);
      if (itemBlock !== undefined) blocks.push(itemBlock);
    }
    return;
  }
  blocks.push(block);
}

function kindOf(token: Token | undefined): Block["kind"] | undefined {
  switch (token?.type) {
    case "heading_open":
      return "heading";
    case "paragraph_open":
      return "paragraph";
    case "bullet_list_open":
    case "ordered_list_open":
      return "list";
    case "fence":
    case "code_block":
      return "code";
    case "table_open":
      return "table";
    case "blockquote_open":
      return "quote";
    default:
      return undefined;
  }
}

function blockOf(tokens: Token[], kind: Block["kind"], reader: Reader): Block | undefined {
  const first = tokens[0];
  if (!first?.map) return undefined;
  const [start, stop] = first.map;
  let end = stop;
  while (end > start + 1 && (reader.lines[end - 1] ?? "").trim() === "") end -= 1;
  const text = kind === "heading" ? withoutId(textOf(tokens, reader)) : textOf(tokens, reader);
  if (text === "") return undefined;
  const level = kind === "heading" ? Number(first.tag.slice(1)) : 0;
  return { kind, level, text, startLine: start + 1, endLine: end };
}

function withoutId(heading: string): string {
  return heading.replace(/\{#[^{}\s]{1,200}\}$/, "").trimEnd();
}

function* listItems(tokens: Token[]): Generator<Token[]> {
  for (let index = 1; index < tokens.length - 1; ) {
    const end = endOfBlock(tokens, index);
    yield tokens.slice(index, end);
    index = end;
  }
}

/** Readable text: one line for each paragraph, item and table row; cells are set apart by tabs. */
function textOf(tokens: Token[], reader: Reader): string {
  const lines: string[] = [];
  let row: string[] | undefined;
  for (const token of tokens) {
    if (token.type === "tr_open") row = [];
    if (token.type === "tr_close") {
      lines.push((row ?? []).join("\t"));
      row = undefined;
    }
    if (token.type === "inline") (row ?? lines).push(reader.inline(token.content));
    if (token.type === "fence" || token.type === "code_block") lines.push(token.content);
  }
  return lines
    .map((line) => line.replaceAll("\u00A0", " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

const marks = /[\\*_[\]<&~]| {2}\n/;

/** The readable text of what stands between two block marks; `links` is what the parser noted of the page's definitions. */
function inlineText(parser: Parser, links: Env, content: string): string {
  const simple = simpleText(content);
  if (simple !== undefined) return simple;
  const tokens: Token[] = [];
  parser.inline.parse(content, parser, links, tokens);
  return joined(tokens);
}

/** Most lines hold nothing but words, short code spans and plain links, and need no parser. */
function simpleText(content: string): string | undefined {
  const pieces = content.split("`");
  if (pieces.length % 2 === 0) return undefined;
  let text = "";
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] ?? "";
    if (piece === "" && index > 0 && index < pieces.length - 1) return undefined;
    const read = index % 2 === 0 ? wordsOf(piece) : codeText(piece);
    if (read === undefined) return undefined;
    text += read;
  }
  return text.trim();
}

/** The parser refuses links that could run something, so an address with a scheme other than the web's is left to it. */
const plainLink =
  /(?<!!)\[(?!\s)([^\\`*_[\]<&~\n]{1,200})(?<!\s)\]\(((?:https?:)?[^\s()\\`<>&:"']{1,500})\)/g;

/** `**words**` between spaces or marks of a sentence, where no rule of emphasis leaves a doubt. */
const plainStrong = /(?<=^|[\s(])\*\*(?!\s)([^\\`*_[\]<&~\n]{1,200})(?<!\s)\*\*(?=$|[\s.,:;!?)])/g;

function wordsOf(text: string): string | undefined {
  const linked = text.includes("](") ? text.replace(plainLink, "$1") : text;
  const bare = linked.includes("**") ? linked.replace(plainStrong, "$1") : linked;
  if (marks.test(bare)) return undefined;
  return bare.includes("\n") ? bare.replace(/ ?\n[ \t]*/g, " ") : bare;
}

function codeText(text: string): string {
  const line = text.replaceAll("\n", " ");
  const isPadded = line.startsWith(" ") && line.endsWith(" ") && line.trim() !== "";
  return isPadded ? line.slice(1, -1) : line;
}

function joined(tokens: Token[]): string {
  return tokens.map(textOfInline).join("").trim();
}

function textOfInline(token: Token): string {
  if (token.type === "softbreak") return " ";
  if (token.type === "hardbreak") return "\n";
  if (token.type === "image") return joined(token.children ?? []);
  return token.content;
}
