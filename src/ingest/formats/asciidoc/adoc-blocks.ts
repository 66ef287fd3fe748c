import { escapeLineStart } from "../../../text/markdown-writing.ts";
import { isBlank, writeCode } from "../line-page.ts";
import { adocInline } from "./adoc-inline.ts";
import { writeList } from "./adoc-lists.ts";
import {
  type AdocPage,
  type AdocSpan,
  type BlockAbout,
  emitAdoc,
  nothingAbout,
} from "./adoc-page.ts";
import { sectionId } from "./adoc-section.ts";
import { writeAdocTable } from "./adoc-tables.ts";
import { fillAttributes } from "./fill-attributes.ts";

const deepest = 30;

/** Writes block after block of a container. */
export function writeAdoc(page: AdocPage, span: AdocSpan): void {
  let about = nothingAbout;
  for (let at = span.from; at < span.to; ) {
    const line = page.lines[at] ?? "";
    const more = readAbout(page, at, about);
    if (more !== undefined) {
      if (/^\.[^\s.]/.test(line)) emitAdoc(page, span, at, titleText(page, line.slice(1)));
      about = more;
      at += 1;
      continue;
    }
    const next = isBlank(line) ? at + 1 : writeBlock(page, span, at, about);
    if (!isBlank(line)) about = nothingAbout;
    at = Math.max(next, at + 1);
  }
}

/** Two spaces at the end keep a title apart from the text below it. */
function titleText(page: AdocPage, title: string): string {
  const text = adocInline(title, page);
  return /[*`]/.test(text) ? `${text}  ` : `**${text}**  `;
}

/** What a line says of the block below it; undefined for other lines. */
function readAbout(page: AdocPage, at: number, known: BlockAbout): BlockAbout | undefined {
  const line = page.lines[at] ?? "";
  const anchor = /^\[\[([^\],\s]{1,200})(?:,[^\]]{0,300})?\]\]$/.exec(line);
  if (anchor !== null) return { ...known, id: anchor[1] ?? "", line: at };
  if (/^\.[^\s.]/.test(line)) return known;
  const list = /^\[([^[\]]{0,500}(?:\[[^\]]{0,100}\][^[\]]{0,200}){0,5})\]$/.exec(line)?.[1];
  if (list === undefined) return undefined;
  const values = list.split(",").map((value) => value.trim());
  const id =
    /#([^\s,.%\]]{1,200})/.exec(values[0] ?? "")?.[1] ?? /\bid="?([\w-]{1,200})/.exec(list)?.[1];
  const style = /^[\w-]*/.exec(values[0] ?? "")?.[0] ?? "";
  return {
    style: style === "" || values[0]?.includes("=") ? known.style : style.toLowerCase(),
    second: values[1] === undefined || values[1].includes("=") ? known.second : values[1],
    id: id ?? known.id,
    options: `${known.options} ${list}`,
    line: at,
  };
}

const delimiter =
  /^(?:(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,})|(--)|(`{3,})([\w+#.,-]{0,40})|([|,:!]={3,}))$/;
const rule = /^(?:'{3,}|-{3}|\*{3}|<{3})$/;

function writeBlock(page: AdocPage, span: AdocSpan, at: number, about: BlockAbout): number {
  const line = page.lines[at] ?? "";
  if (line.startsWith("//") && !line.startsWith("////") && !line.startsWith("///")) return at + 1;
  if (rule.test(line)) return at + 1;
  if (delimiter.test(line) && span.depth < deepest) return writeDelimited(page, span, at, about);
  const heading = /^(={1,6}|#{1,6}) {1,9}(\S.*)$/.exec(line);
  if (heading !== null) return writeSection(page, span, at, { about, heading });
  const macro = blockMacro(page, line);
  if (macro !== undefined) {
    emitAdoc(page, span, at, macro);
    return at + 1;
  }
  const list = span.depth < deepest ? writeList(page, span, at, writeAdoc) : undefined;
  if (list !== undefined) return list;
  return /^ /.test(line) && about.style === ""
    ? writeIndented(page, span, at)
    : writeParagraph(page, span, at, about);
}

type Section = { about: BlockAbout; heading: RegExpExecArray };

function writeSection(
  page: AdocPage,
  span: AdocSpan,
  at: number,
  { about, heading }: Section,
): number {
  const [, marks = "", title = ""] = heading;
  const text = adocInline(title.replace(/ =+$/, ""), page);
  const id = /\[\[([^\]\s]{1,200})\]\]$/.exec(title)?.[1] ?? about.id;
  emitAdoc(
    page,
    span,
    at,
    `${"#".repeat(marks.length)} ${text}${sectionId(page, fillAttributes(title, page), id)}`,
  );
  return at + 1;
}

/** What stands for something else than text: the words of an image stay. */
function blockMacro(page: AdocPage, line: string): string | undefined {
  const [, name = "", rest = ""] =
    /^(image|video|audio|include|toc|ifdef|ifndef|ifeval|endif|[a-z][\w-]{0,40})::([^\s[][^[]{0,500}\[.*\]|\[.*\])$/.exec(
      line,
    ) ?? [];
  if (name === "") return undefined;
  if (name !== "image") return "";
  const words = /\[(?:alt=)?"?([^",\]]{0,500})/.exec(rest)?.[1] ?? "";
  return words.includes("=") ? "" : adocInline(words, page);
}

function writeDelimited(page: AdocPage, span: AdocSpan, at: number, about: BlockAbout): number {
  const line = page.lines[at] ?? "";
  const close = line.startsWith("`") ? line.replace(/[^`][\s\S]*$/, "") : line;
  let end = at + 1;
  while (end < span.to && page.lines[end] !== close) end += 1;
  const inner = { ...span, from: at + 1, to: end, depth: span.depth + 1 };
  const sign = line.charAt(0);
  const isCode = sign === "`" || sign === "." || (sign === "-" && line !== "--");
  const isOpenCode = line === "--" && /^(?:source|listing|literal)$/.test(about.style);
  const isMath = sign === "+" && /^(?:stem|latexmath|asciimath)$/.test(about.style);
  if (isCode || isOpenCode || isMath) {
    const language = line.startsWith("`") ? line.replace(/^`+/, "") : languageOf(about);
    writeListing(page, inner, { open: at, close: end, language, options: about.options });
  } else if (/^[|,:!]=/.test(line)) writeAdocTable(page, inner, { sign, options: about.options });
  else if (sign !== "/" && sign !== "+") {
    writeLead(page, span, at, about);
    writeAdoc(page, inner);
  }
  return end + 1;
}

function languageOf({ style, second }: BlockAbout): string {
  return /^(?:source|listing)$/.test(style) ? second : style === "stem" ? "math" : "";
}

type Fences = { open: number; close: number; language: string; options: string };

/** Marks of notes at the end of lines are not code. Names are filled in only where the block asks for it. */
function writeListing(page: AdocPage, { from, to, prefix }: AdocSpan, fences: Fences): void {
  const isFilled = /\bsubs=["']?[^"'\s]{0,60}(?:attributes|normal)/.test(fences.options);
  for (let at = from; at < to; at += 1) {
    const line = page.lines[at] ?? "";
    const shown = withoutCallouts(line).replace(
      /^\\(?=(?:include|ifdef|ifndef|ifeval|endif)::)/,
      "",
    );
    page.lines[at] = isFilled ? fillAttributes(shown, page) : shown;
  }
  if (from < to) writeCode(page, { from, to, prefix, ...fences });
}

const callout = /(?:\s{0,9}(?:\/\/|#|--|;;))?\s{0,9}<(?:\d{1,3}|\.)>$/;
const longestCallout = 25;
const mostCallouts = 9;

/** One after the other: a pattern for all of them would try every way to share out the blanks between. */
function withoutCallouts(line: string): string {
  let bare = line;
  for (let count = 0; count < mostCallouts && bare.endsWith(">"); count += 1) {
    const own = callout.exec(bare.slice(-longestCallout))?.[0] ?? "";
    if (own === "") break;
    bare = bare.slice(0, -own.length);
  }
  return bare;
}

const notes = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION)$/i;

/** The name of a note in front of its text. */
function leadOf({ style }: BlockAbout): string {
  return notes.test(style)
    ? `**${style.charAt(0).toUpperCase()}${style.slice(1).toLowerCase()}:** `
    : "";
}

/** Where the note begins with a paragraph, its name is there; else on the line of its own. */
function writeLead(page: AdocPage, span: AdocSpan, at: number, about: BlockAbout): void {
  const lead = leadOf(about);
  if (lead === "") return;
  const first = page.lines[at + 1] ?? "";
  if (/^[\p{L}\p{N}`_"'{]/u.test(first)) page.marks.set(at + 1, span.prefix + lead);
  else emitAdoc(page, span, at, lead.trim());
}

/** Lines that begin with a blank are code. */
function writeIndented(page: AdocPage, span: AdocSpan, at: number): number {
  let end = at;
  while (end < span.to && !isBlank(page.lines[end])) end += 1;
  const close = isBlank(page.lines[end]) ? end : undefined;
  const open =
    at > 0 && isBlank(page.lines[at - 1]) && page.out[at - 1] === "" ? at - 1 : undefined;
  writeCode(page, { from: at, to: end, prefix: span.prefix, language: "", open, close });
  return end + (close === undefined ? 0 : 1);
}

function writeParagraph(page: AdocPage, span: AdocSpan, at: number, about: BlockAbout): number {
  let end = at + 1;
  while (end < span.to && !isBlank(page.lines[end]) && !endsParagraph(page.lines[end] ?? ""))
    end += 1;
  const isCode = /^(?:source|listing|literal)$/.test(about.style);
  if (isCode && about.line !== undefined && isBlank(page.lines[end])) {
    const { options } = about;
    const fences = { open: at - 1, close: end, language: languageOf(about), options };
    writeListing(page, { ...span, from: at, to: end }, fences);
    return end + 1;
  }
  const own = page.lines.slice(at, end).map((line) => (line.startsWith("//") ? "" : line.trim()));
  const [, note, rest = ""] =
    /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION): {1,9}(.*)$/.exec(own[0] ?? "") ?? [];
  const lead = leadOf({ ...about, style: note ?? about.style });
  if (note !== undefined) own[0] = rest;
  writeText(page, span, { at, lines: own, lead });
  return end;
}

function endsParagraph(line: string): boolean {
  return (
    /^\[[\w#.%"][^\]]{0,300}\]$|^\[\[/.test(line) ||
    (delimiter.test(line) && line !== "--") ||
    line === "+"
  );
}

type Text = { at: number; lines: string[]; lead: string };

/** Lines of running text; ` +` at the end of one breaks it. */
export function writeText(page: AdocPage, span: AdocSpan, { at, lines, lead }: Text): void {
  const breaks = lines.map((line) => line.endsWith(" +"));
  const source = lines.map((line, index) => (breaks[index] ? line.slice(0, -2) : line)).join("\n");
  const written = adocInline(source, page).split("\n").slice(0, lines.length);
  // An empty line would end the paragraph.
  const shown = written.map((line) => line.trim());
  for (const [index, line] of shown.entries()) {
    const text = index === 0 && lead !== "" ? lead + line : escapeLineStart(line);
    emitAdoc(page, span, at + index, breaks[index] && text !== "" ? `${text}  ` : text);
  }
}
