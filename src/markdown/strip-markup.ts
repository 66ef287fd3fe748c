import { closesFence, type Fence, openFence } from "./fence.ts";
import type { PageProblem } from "./page.ts";
import { effortFor, startsStatement, statementsEnd } from "./script-scan.ts";
import { stripInline } from "./strip-inline.ts";
import { emit, emitNewlines, type Pass } from "./strip-pass.ts";

export type PageFormat = "md" | "mdx";

/**
 * The page as plain Markdown with every line in its place: tags become transparent, comments, scripts and MDX
 * statements disappear, code is left as it is. Nothing in the page is ever run.
 */
export function stripMarkup(
  source: string,
  format: PageFormat,
): { text: string; problems: PageProblem[] } {
  const pass: Pass = {
    text: source,
    isMdx: format === "mdx",
    effort: effortFor(source),
    at: 0,
    contentStart: 0,
    output: [],
    lineHasText: false,
    lastLineHasText: false,
    components: [],
    isInList: false,
    previous: "blank",
    problems: [],
  };
  while (pass.at < source.length) stripLine(pass);
  return { text: pass.output.join(""), problems: pass.problems };
}

function stripLine(pass: Pass): void {
  const line = lineAt(pass);
  if (line.trim() === "") {
    emitLine(pass, "");
    if (pass.previous !== "code") pass.previous = "blank";
    return;
  }
  if (pass.isMdx && pass.previous !== "text" && startsStatement(pass.text, pass.at)) {
    skipStatements(pass);
    return;
  }
  const dedented = dedent(pass, line);
  noteList(pass, dedented);
  if (isIndentedCode(pass, dedented)) {
    emitLine(pass, dedented);
    pass.previous = "code";
    return;
  }
  const fence = openFence(dedented);
  if (fence !== undefined) {
    copyFence(pass, fence);
    return;
  }
  if (dedented.trimStart().startsWith(":::")) emitLine(pass, directiveTitle(dedented));
  else stripText(pass, dedented);
  pass.previous = pass.lastLineHasText ? "text" : "blank";
}

function lineAt(pass: Pass): string {
  const end = pass.text.indexOf("\n", pass.at);
  return pass.text.slice(pass.at, end === -1 ? pass.text.length : end);
}

/** Writes the line and steps over the line that stands at this place. */
function emitLine(pass: Pass, line: string): void {
  const end = pass.text.indexOf("\n", pass.at);
  emit(pass, line);
  if (end !== -1) emit(pass, "\n");
  pass.at = end === -1 ? pass.text.length : end + 1;
}

function skipStatements(pass: Pass): void {
  const end = statementsEnd(pass.text, pass.at, pass.effort);
  emitNewlines(pass, pass.at, end);
  pass.at = end;
  pass.previous = "statement";
}

/** Text inside a component stands where the component's own tag stands, so that it never reads as indented code. */
function dedent(pass: Pass, line: string): string {
  const component = pass.components.at(-1);
  if (component === undefined) return line;
  const content = line.trimStart();
  const indent = columns(line.slice(0, line.length - content.length));
  if (component.contentIndent === undefined) {
    if (content.startsWith("</")) return " ".repeat(component.indent) + content;
    component.contentIndent = Math.max(indent, component.indent);
  }
  const moved = indent - (component.contentIndent - component.indent);
  return " ".repeat(Math.max(moved, Math.min(indent, component.indent))) + content;
}

function columns(space: string): number {
  let count = 0;
  for (const character of space) count += character === "\t" ? 4 - (count % 4) : 1;
  return count;
}

function noteList(pass: Pass, line: string): void {
  if (/^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)) {
    if (columns(/^\s*/.exec(line)?.[0] ?? "") < 4) pass.isInList = true;
  } else if (!/^\s/.test(line)) pass.isInList = false;
}

function isIndentedCode(pass: Pass, line: string): boolean {
  if (pass.isMdx || pass.isInList || pass.previous === "text") return false;
  return columns(/^\s*/.exec(line)?.[0] ?? "") >= 4;
}

function copyFence(pass: Pass, fence: Fence): void {
  emitLine(pass, dedent(pass, lineAt(pass)));
  pass.previous = "blank";
  while (pass.at < pass.text.length) {
    const line = lineAt(pass);
    if (fence.isQuoted && !line.trimStart().startsWith(">")) return;
    emitLine(pass, line.trim() === "" ? line : dedent(pass, line));
    if (closesFence(line, fence)) return;
  }
}

/** `:::note[Title]` and `:::note Title` keep their title. */
function directiveTitle(line: string): string {
  const rest = line.trim().replace(/^:+\s*[\w-]*\s*/, "");
  const bracketed = /^\[([^[\]]*)\]/.exec(rest)?.[1];
  const title = bracketed ?? rest.replace(/^\{[^{}]*\}/, "");
  return title.trim() === "" ? "" : `${title.trim()}  `;
}

function stripText(pass: Pass, dedented: string): void {
  const content = dedented.trimStart();
  emit(pass, dedented.slice(0, dedented.length - content.length));
  pass.at += lineAt(pass).length - content.length;
  pass.contentStart = pass.at;
  stripInline(pass, dedented.length - content.length);
}
