import { codeSpan, escapeMarkdown } from "../../../text/markdown-writing.ts";
import { commonIndent, isBlank, writeCode } from "../line-page.ts";
import { rstInline } from "./rst-inline.ts";
import { bodyEnd, emit, freeLine, type RstPage, type Span, textAt } from "./rst-page.ts";
import { ownId } from "./rst-section.ts";
import { writeCsvTable, writeListTable } from "./rst-tables.ts";

type Directive = {
  name: string;
  /** What stands behind the name, on its line. */
  argument: string;
  options: Map<string, string>;
  /** Where the options stand. */
  optionLines: Map<string, number>;
  at: number;
  /** The lines below the options; they begin with a blank one where there are options. */
  body: Span;
};

const directiveLine =
  /^\.\. {1,9}((?:[A-Za-z][\w.+-]{0,60}:)?[A-Za-z0-9][\w.+-]{0,60}) ?::(?: {1,99}(.*)|)$/;
const footnote = /^\.\. {1,9}\[([^\]]{1,100})\](?: {1,9}|$)/;

/** Whatever begins with two dots: a directive, a footnote, or something that readers do not see. */
export function writeExplicit(page: RstPage, span: Span, at: number): number | undefined {
  const line = textAt(page, span, at);
  if (/^__ \S/.test(line)) return at + 1;
  if (!/^\.\.(?: |$)/.test(line)) return undefined;
  if (line === ".." && isBlank(page.lines[at + 1])) return at + 1;
  const end = bodyEnd(page, span, at);
  const [, name, argument = ""] = directiveLine.exec(line) ?? [];
  const note = footnote.exec(line);
  if (name !== undefined) {
    writeDirective(page, span, readDirective(page, { ...span, from: at, to: end }, name, argument));
    leaveLead(page, span, at);
    // A fence may have taken the line below.
    return (page.out[end] ?? "") === "" ? end : end + 1;
  }
  if (note === null) return end;
  const text = `${escapeMarkdown(`[${note[1]}]`)} `;
  writeBody(page, span, { at, end, rest: line.slice(note[0].length), lead: text });
  return end;
}

/** A note without a paragraph has its name on its own line. */
function leaveLead(page: RstPage, span: Span, at: number): void {
  if (page.lead?.line !== at) return;
  page.out[at] ||= (page.marks.get(at) ?? span.prefix) + page.lead.text.trim();
  page.lead = undefined;
}

function readDirective(page: RstPage, span: Span, written: string, argument: string): Directive {
  const { from: at, to } = span;
  const options = new Map<string, string>();
  const optionLines = new Map<string, number>();
  let next = at + 1;
  for (; next < to; next += 1) {
    const [, name, value = ""] =
      /^ {1,200}:([A-Za-z][\w-]{0,60}):(?: {1,200}(.{0,1000}))?$/.exec(page.lines[next] ?? "") ??
      [];
    if (name === undefined) break;
    options.set(name.toLowerCase(), value.trim());
    optionLines.set(name.toLowerCase(), next);
  }
  while (next < to && isBlank(page.lines[next])) next += 1;
  const indent = commonIndent(page.lines, { from: next, to });
  const body = { ...span, from: next, to, indent, depth: span.depth + 1 };
  return { name: written.toLowerCase(), argument: argument.trim(), options, optionLines, at, body };
}

type Body = { at: number; end: number; rest: string; lead: string };

/** Text that may begin on the line of its mark and goes on below it. */
function writeBody(page: RstPage, span: Span, { at, end, rest, lead }: Body): void {
  const inner = commonIndent(page.lines, { from: at + 1, to: end });
  const indent = inner > span.indent ? inner : span.indent + 3;
  page.lines[at] = rest === "" ? "" : " ".repeat(indent) + rest;
  page.lead = { line: at, text: lead };
  page.writeInside({ ...span, from: at, to: end, indent, depth: span.depth + 1 });
}

const unseen = new Set(
  "toctree contents index highlight highlightlang currentmodule py:currentmodule module default-role role meta tabularcolumns raw include literalinclude sectnum header footer testsetup testcleanup autosummary graphviz digraph graph mermaid uml plantuml program sectionauthor codeauthor moduleauthor youtube vimeo video towncrier-draft-entries automodule acks target-notes class rst-class date unicode replace title".split(
    " ",
  ),
);
const codeNames = new Set(
  "code-block code sourcecode parsed-literal prompt doctest testcode testoutput ipython console productionlist math literal command-output program-output pull-quote-code".split(
    " ",
  ),
);
const notes = new Map([
  ...["note", "warning", "tip", "important", "caution", "danger", "attention", "hint", "error"].map(
    (name): [string, string] => [name, name.charAt(0).toUpperCase() + name.slice(1)],
  ),
  ["seealso", "See also"],
  ["todo", "To do"],
]);
const versions = new Map([
  ["versionadded", "Added in version"],
  ["versionchanged", "Changed in version"],
  ["deprecated", "Deprecated since version"],
  ["versionremoved", "Removed in version"],
  ["deprecated-removed", "Deprecated since version"],
]);

function writeDirective(page: RstPage, span: Span, directive: Directive): void {
  const { name, argument, at, body } = directive;
  const note = notes.get(name);
  const version = versions.get(name);
  const isClass = name === "class" && isSignature(argument) && body.to > body.from;
  const isOther = name === "only" && /latex/.test(argument) && !/html/.test(argument);
  if ((unseen.has(name) && !isClass) || isOther) return;
  if (codeNames.has(name)) writeCodeBlock(page, span, directive);
  else if (note !== undefined)
    writeBody(page, span, { at, end: body.to, rest: argument, lead: `**${note}:** ` });
  else if (version !== undefined) writeVersion(page, span, directive, version);
  else if (isObject(directive)) writeObject(page, span, directive);
  else writeContainer(page, span, directive);
}

/** A title, where there is one, and what is inside. */
function writeContainer(
  page: RstPage,
  span: Span,
  { name, argument, options, at, body }: Directive,
): void {
  const isTitle = argument !== "" && name !== "only" && !/^[\d\s]*$/.test(argument);
  if (name === "image" || name === "figure")
    emit(page, span, at, escapeMarkdown(options.get("alt") ?? ""));
  else if (isTitle) emit(page, span, at, titleText(argument, page));
  if (name === "list-table") writeListTable(page, body);
  else if (name === "csv-table") writeCsvTable(page, body, options.get("header") ?? "");
  else page.writeInside(body);
}

function titleText(argument: string, page: RstPage): string {
  const text = rstInline(argument, page.names);
  return /[*`]/.test(text) ? text : `**${text}**`;
}

function writeVersion(page: RstPage, span: Span, directive: Directive, label: string): void {
  const { argument, at, body } = directive;
  const [, version = "", rest = ""] = /^(\S{0,40}) {0,9}([\s\S]*)$/.exec(argument) ?? [];
  const hasText = rest !== "" || body.to > at + 1;
  const lead = `**${label} ${escapeMarkdown(version)}${hasText ? ":" : "."}** `;
  writeBody(page, span, { at, end: body.to, rest, lead });
}

function writeCodeBlock(
  page: RstPage,
  span: Span,
  { argument, options, optionLines, body }: Directive,
): void {
  const { from, to } = body;
  const caption = options.get("caption") ?? "";
  const captionLine = optionLines.get("caption") ?? from;
  if (caption !== "" && captionLine < from - 1)
    emit(page, span, captionLine, titleText(caption, page));
  if (from >= to) return;
  const language = argument.split(" ", 1)[0] ?? "";
  const close = freeLine(page, to);
  writeCode(page, { from, to, prefix: span.prefix, language, open: from - 1, close });
}

const objects = new Set(
  "function class method attribute exception data decorator decoratormethod staticmethod classmethod property option cmdoption envvar confval describe object macro type struct enum var member enumerator union setting django-admin templatetag templatefilter fieldlookup".split(
    " ",
  ),
);

/** Something with a name of its own, such as an option or a function. */
function isObject({ name, argument }: Directive): boolean {
  const last = name.split(":").at(-1) ?? "";
  if (argument === "") return false;
  if (
    objects.has(last) ||
    /^auto(?:class|function|method|data|exception|attribute|decorator)$/.test(last)
  )
    return true;
  return name.includes(":") || (!known.has(last) && isSignature(argument));
}

const known = new Set(
  "tab tabs tab-set tab-item code-tab group-tab grid grid-item card grid-item-card dropdown details container topic sidebar rubric admonition epigraph compound table list-table csv-table only glossary hlist centered highlights pull-quote line-block figure image button collapse panels parsed-literal".split(
    " ",
  ),
);

function isSignature(argument: string): boolean {
  return /^[\w.$:<>~-]{2,100}(?:\(.{0,3000}\))?$/.test(argument) && /[a-z]/i.test(argument);
}

const mostSignatures = 10;

/** An object is a section of its own, below the one that it stands in. */
function writeObject(page: RstPage, span: Span, { name, argument, at, body }: Directive): void {
  let from = at + 1;
  const signatures = [argument];
  for (; from < body.to && signatures.length < mostSignatures; from += 1) {
    const line = (page.lines[from] ?? "").trim();
    if (line === "" || /^:[\w-]+:(?: |$)/.test(line)) break;
    if (name.split(":").at(-1) !== "option" && !/^[\w.~]+\(.*\)$/.test(line)) break;
    signatures.push(line);
  }
  const start = Math.max(from, body.from);
  const shown = signatures.map((signature) => codeSpan(signature.replace(/^~/, ""))).join(", ");
  const before = page.level;
  if (span.prefix === "" && !page.marks.has(at)) {
    page.level = Math.min(6, before + 1);
    const id = ownId(page, objectId(name, argument));
    emit(page, span, at, `${"#".repeat(page.level)} ${shown}${id}`);
  } else emit(page, span, at, `**${shown}**`);
  const indent = commonIndent(page.lines, { from: start, to: body.to });
  page.writeInside({ ...body, from: start, indent });
  page.level = before;
}

/** The anchor that the docs' own tools give an object. */
function objectId(name: string, argument: string): string {
  const first = /^[^\s(,=[]+/.exec(argument)?.[0] ?? "";
  const last = name.replace(/^auto/, "").split(":").at(-1) ?? "";
  const isCode =
    name.includes(":") ||
    name.startsWith("auto") ||
    /^(?:function|class|method|attribute|exception|data|decorator|\w+method|property)$/.test(last);
  if (isCode) return first.replace(/[^\w.]/g, "");
  const kind = last === "option" ? "cmdoption" : last;
  return `${kind}-${first}`.replace(/[^\w.]+/g, "-").replace(/(?<!-)-+$/, "");
}
