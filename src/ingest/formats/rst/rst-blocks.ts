import { codeSpan, escapeLineStart } from "../../../text/markdown-writing.ts";
import { commonIndent, indentOf, isBlank, writeCode } from "../line-page.ts";
import { writeExplicit } from "./rst-directives.ts";
import { rstInline } from "./rst-inline.ts";
import { isAdornment } from "./rst-names.ts";
import { bodyEnd, emit, freeLine, type RstPage, type Span, textAt } from "./rst-page.ts";
import { headingId } from "./rst-section.ts";
import { writeGridTable, writeSimpleTable } from "./rst-tables.ts";

const deepest = 40;

/** Writes block after block. Each reader gives the line after its block, or undefined where the block is another's. */
export function writeBlocks(page: RstPage, span: Span): void {
  for (let at = span.from; at < span.to; ) {
    const line = textAt(page, span, at);
    at = isBlank(line) ? at + 1 : writeBlock(page, span, at);
  }
}

type Reader = (page: RstPage, span: Span, at: number) => number | undefined;

const readers: Reader[] = [
  writeQuote,
  writeExplicit,
  writeHeading,
  writeGridTable,
  writeSimpleTable,
  writeItem,
  writeField,
  writeOption,
  writeDoctest,
  writeDefinition,
];

function writeBlock(page: RstPage, span: Span, at: number): number {
  if (span.depth < deepest) {
    for (const read of readers) {
      const next = read(page, span, at);
      if (next === undefined) continue;
      return next;
    }
  }
  return writeParagraph(page, span, at);
}

/** What stands further in than the text around it. */
function writeQuote(page: RstPage, span: Span, at: number): number | undefined {
  if (!textAt(page, span, at).startsWith(" ")) return undefined;
  const end = bodyEnd(page, span, at);
  const indent = commonIndent(page.lines, { from: at, to: end });
  if (page.names.isPlain && indent - span.indent >= 4) return writeSetOff(page, span, at, end);
  page.writeInside({ ...span, from: at, to: end, indent, depth: span.depth + 1 });
  return end;
}

/** In plain text, what stands far in is a command or an example. */
function writeSetOff(page: RstPage, span: Span, from: number, to: number): number {
  const { prefix } = span;
  writeCode(page, { from, to, prefix, language: "", open: undefined, close: undefined });
  return to;
}

function writeHeading(page: RstPage, span: Span, at: number): number | undefined {
  if (span.depth > 0) return undefined;
  const [first = "", second = "", third = ""] = page.lines.slice(at, at + 3);
  const isOver = isAdornment(first) && first.charAt(0) === third.charAt(0) && isAdornment(third);
  const title = (isOver ? second : first).trim();
  const under = isOver ? third : second;
  const isTitle = isAdornment(under) && under.length >= Math.min(4, title.length);
  // A line of signs between two paragraphs only parts them.
  if (isAdornment(first) && !isOver) return at + 1;
  if (title === "" || !isTitle || isAdornment(title)) return undefined;
  const style = `${under.charAt(0)}${isOver}`;
  if (!page.styles.includes(style)) page.styles.push(style);
  page.level = Math.min(6, page.styles.indexOf(style) + 1);
  const text = rstInline(title, page.names);
  const line = isOver ? at + 1 : at;
  emit(page, span, line, `${"#".repeat(page.level)} ${text}${headingId(page, title)}`);
  return at + (isOver ? 3 : 2);
}

const bullet = /^([-*+•‣⁃])(?: {1,20}|$)/;
const enumerator = /^(\(?(?:(\d{1,9})|#|[a-zA-Z]|[ivxlcIVXLC]{1,8})[.)])(?: {1,9}|$)/;

function writeItem(page: RstPage, span: Span, at: number): number | undefined {
  const line = textAt(page, span, at);
  const [all, , number] = bullet.exec(line) ?? enumerator.exec(line) ?? [];
  if (all === undefined) return undefined;
  const isBullet = bullet.test(line);
  const next = page.lines[at + 1] ?? "";
  const isLonely = !isBlank(next) && indentOf(next) < span.indent + all.length;
  // A sentence that begins with "A. Smith" goes on below its first letter.
  if (!isBullet && isLonely && !enumerator.test(next.slice(span.indent))) return undefined;
  const mark = isBullet ? "- " : `${number ?? countItems(page, span, at)}. `;
  return writeMarked(page, span, at, { width: all.length, mark });
}

/** The number of an item whose own is left to be counted or is a letter. */
function countItems(page: RstPage, span: Span, at: number): number {
  for (let before = at - 1; before >= Math.max(span.from, at - 200); before -= 1) {
    const above = (page.out[before] ?? "").slice(span.prefix.length);
    if (isBlank(above) || above.startsWith(" ")) continue;
    return Number(/^(\d{1,9})\. /.exec(above)?.[1] ?? 0) + 1;
  }
  return 1;
}

type Marked = { width: number; mark: string };

/** A block that begins behind a mark on its first line. */
function writeMarked(page: RstPage, span: Span, at: number, { width, mark }: Marked): number {
  const end = bodyEnd(page, span, at);
  const line = page.lines[at] ?? "";
  const rest = line.slice(span.indent + width);
  const inner = commonIndent(page.lines, { from: at + 1, to: end });
  const indent = inner > span.indent ? inner : span.indent + width;
  const before = page.marks.get(at) ?? span.prefix;
  page.out[at] = (before + mark).trimEnd();
  page.marks.set(at, before + mark);
  page.lines[at] = " ".repeat(indent) + rest;
  const prefix = span.prefix + " ".repeat(mark.startsWith("- ") ? 2 : mark.length);
  page.writeInside({ from: at, to: end, indent, prefix, depth: span.depth + 1 });
  return end;
}

const field = /^:(?![:\s`])((?:[^:\\`]|\\.|:(?! |$)){1,100}):(?: {1,60}|$)/;

/** `:name: text`. Fields at the very top are about the page, not for its readers. */
function writeField(page: RstPage, span: Span, at: number): number | undefined {
  const [all, name = ""] = field.exec(textAt(page, span, at)) ?? [];
  if (all === undefined) return undefined;
  const isAbout = span.depth === 0 && page.styles.length === 0;
  if (isAbout) return bodyEnd(page, span, at);
  const mark = `- **${rstInline(name, page.names)}:** `;
  return writeMarked(page, span, at, { width: all.length, mark });
}

const option =
  /^((?:-{1,2}|\/)[\w?][^ ]{0,80}(?:, -{1,2}[^ ]{1,80}){0,5}(?: [A-Z<[][^ ]{0,40})?)(?: {2,60}(?=\S)|$)/;

/** `-f, --file NAME  text`. */
function writeOption(page: RstPage, span: Span, at: number): number | undefined {
  const line = textAt(page, span, at);
  const [all, names = ""] = option.exec(line) ?? [];
  const next = page.lines[at + 1] ?? "";
  const hasText = all !== undefined && (all.length < line.length || indentOf(next) > span.indent);
  if (!hasText) return undefined;
  const mark = `- ${codeSpan(names)}: `;
  return writeMarked(page, span, at, { width: all.length, mark });
}

/** An example of a session goes up to the next blank line that no other follows. */
function writeDoctest(page: RstPage, span: Span, at: number): number | undefined {
  if (!textAt(page, span, at).startsWith(">>> ")) return undefined;
  let end = at + 1;
  for (let next = at + 1; next < span.to; next += 1) {
    const isSession = textAt(page, span, next).startsWith(">>> ");
    if (!isBlank(page.lines[next]) && (isSession || !isBlank(page.lines[next - 1]))) end = next + 1;
    else if (!isBlank(page.lines[next])) break;
  }
  const open =
    at > 0 && isBlank(page.lines[at - 1]) && page.out[at - 1] === "" ? at - 1 : undefined;
  const close = freeLine(page, end);
  writeCode(page, { from: at, to: end, prefix: span.prefix, language: "pycon", open, close });
  return end + (open !== undefined && close !== undefined ? 1 : 0);
}

/** A line whose next one stands further in is a term, and what follows says what it is. */
function writeDefinition(page: RstPage, span: Span, at: number): number | undefined {
  const next = page.lines[at + 1] ?? "";
  const line = textAt(page, span, at);
  if (at + 1 >= span.to || isBlank(next) || indentOf(next) <= span.indent) return undefined;
  if (line.endsWith("::") || line.startsWith("| ")) return undefined;
  const end = bodyEnd(page, span, at);
  const term = rstInline(line, page.names);
  emit(page, span, at, `- ${/[*`]/.test(term) ? term : `**${term}**`}:`);
  const indent = commonIndent(page.lines, { from: at + 1, to: end });
  const prefix = `${span.prefix}  `;
  page.writeInside({ from: at + 1, to: end, indent, prefix, depth: span.depth + 1 });
  return end;
}

function writeParagraph(page: RstPage, span: Span, at: number): number {
  let end = at;
  while (end < span.to && !isBlank(page.lines[end])) end += 1;
  const own = Array.from({ length: end - at }, (_, index) => textAt(page, span, at + index).trim());
  const isLiteral = own.at(-1)?.endsWith("::") === true;
  // Lines of verse end where they are written.
  const isVerse = own.every((line) => /^\|(?: |$)/.test(line));
  const source = isVerse ? own.map((line) => line.slice(2)) : own;
  const text = source
    .join("\n")
    .replace(/(^|\s)::$/, "")
    .replace(/::$/, ":");
  const lines = rstInline(text, page.names).split("\n");
  for (const [index, line] of lines.slice(0, own.length).entries()) {
    const start = index === 0 ? takeLead(page) : "";
    const full = start === "" ? escapeLineStart(line.trimStart()) : start + line.trimStart();
    emit(page, span, at + index, isVerse && full !== "" ? `${full}  ` : full);
  }
  return isLiteral ? writeLiteral(page, span, end) : end;
}

function takeLead(page: RstPage): string {
  const text = page.lead?.text ?? "";
  page.lead = undefined;
  return text;
}

/** The block that `::` announces. */
function writeLiteral(page: RstPage, span: Span, at: number): number {
  let from = at;
  while (from < span.to && isBlank(page.lines[from])) from += 1;
  if (from === at || from >= span.to || indentOf(page.lines[from] ?? "") <= span.indent) return at;
  const to = bodyEnd(page, span, from - 1);
  const close = freeLine(page, to);
  const { prefix } = span;
  writeCode(page, { from, to, prefix, language: "", open: from - 1, close });
  return to + (close === undefined ? 0 : 1);
}
