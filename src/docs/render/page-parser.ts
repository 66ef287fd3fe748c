import MarkdownIt from "markdown-it";
import type { PageFormat } from "../page/page-format.ts";
import { blockStart, inlineStart, readMark } from "./layout/mark.ts";

type Parser = InstanceType<typeof MarkdownIt>;

const parsers = new Map<PageFormat, Parser>();

/** Reads laid-out Markdown: marks are tokens of their own, and code is among them already. MDX has no indented code. */
export function parserOf(format: PageFormat): Parser {
  const known = parsers.get(format);
  if (known !== undefined) return known;
  const parser = new MarkdownIt({ html: false, linkify: false });
  parser.disable("fence");
  if (format === "mdx") parser.disable("code");
  addBlockMarks(parser);
  addInlineMarks(parser);
  stopTextAtMarks(parser);
  parser.validateLink = () => true;
  parsers.set(format, parser);
  return parser;
}

const startCode = blockStart.charCodeAt(0);
const inlineCode = inlineStart.charCodeAt(0);

function addBlockMarks(parser: Parser): void {
  const rule: Parameters<typeof parser.block.ruler.before>[2] = (state, line, _end, isSilent) => {
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    if (state.src.charCodeAt(start) !== startCode) return false;
    const mark = readMark(state.src, start);
    if (mark === undefined) return false;
    if (isSilent) return true;
    const token = state.push("page_mark", "", 0);
    token.info = String(mark.index);
    token.map = [line, line + 1];
    state.line = line + 1;
    return true;
  };
  const alt = ["paragraph", "reference", "blockquote", "list"];
  parser.block.ruler.before("table", "page_mark", rule, { alt });
}

function addInlineMarks(parser: Parser): void {
  parser.inline.ruler.before("text", "page_mark", (state, isSilent) => {
    if (state.src.charCodeAt(state.pos) !== inlineCode) return false;
    const mark = readMark(state.src, state.pos);
    if (mark === undefined) return false;
    if (!isSilent) state.push("page_mark", "", 0).info = String(mark.index);
    state.pos = mark.end;
    return true;
  });
}

const textEnd = /[\n!$%&*+\-:<=>@[\\\]^_`{}~\uE002]/g;

/** The parser's own rule for plain text would run over them. */
function stopTextAtMarks(parser: Parser): void {
  parser.inline.ruler.at("text", (state, isSilent) => {
    textEnd.lastIndex = state.pos;
    const end = Math.min(textEnd.exec(state.src)?.index ?? state.posMax, state.posMax);
    if (end === state.pos) return false;
    if (!isSilent) state.pending += state.src.slice(state.pos, end);
    state.pos = end;
    return true;
  });
}
