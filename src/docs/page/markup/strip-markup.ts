import { closesFence, type Fence, openFence } from "../fence.ts";
import { type LineMark, leaveContainers, readLineMark } from "../line-mark.ts";
import type { PageFormat } from "../page-format.ts";
import type { PageProblem } from "../parsed-page.ts";
import { startsStatement, statementsEnd } from "./script-scan.ts";
import { closeTextFence, openTextFence, stripDirective } from "./strip-directive.ts";
import { stripInline } from "./strip-inline.ts";
import {
  emit,
  emitLine,
  emitNewlines,
  indentOf,
  lineAt,
  type Pass,
  passOver,
} from "./strip-pass.ts";
import { copyTemplateCode } from "./strip-template.ts";

/**
 * The page as plain Markdown with every line in its place: tags become transparent, comments, scripts and MDX
 * statements disappear, code is left as it is. Nothing in the page is ever run.
 */
export function stripMarkup(
  source: string,
  format: PageFormat,
): { text: string; problems: PageProblem[] } {
  const pass = passOver(source, format === "mdx");
  while (pass.at < source.length) stripLine(pass);
  for (const { line } of pass.textFences) {
    pass.problems.push({ line, message: "The directive is not closed." });
  }
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
  leaveContainers(pass, line);
  const dedented = dedent(pass, line);
  if (closeTextFence(pass, dedented)) return;
  noteList(pass, dedented);
  if (isIndentedCode(pass, dedented)) {
    emitLine(pass, dedented);
    pass.previous = "code";
    return;
  }
  const fence = openFence(dedented);
  if (fence !== undefined) {
    if (!openTextFence(pass, dedented, fence)) copyFence(pass, fence);
    return;
  }
  if (!stripDirective(pass, dedented) && !copyTemplateCode(pass, dedented)) {
    stripText(pass, dedented, readLineMark(pass, dedented));
  }
  pass.previous = pass.lastLineHasText ? "text" : "blank";
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
  const indent = indentOf(line);
  if (component.contentIndent === undefined) {
    if (content.startsWith("</")) return " ".repeat(component.indent) + content;
    component.contentIndent = Math.max(indent, component.indent);
  }
  const moved = indent - (component.contentIndent - component.indent);
  return " ".repeat(Math.max(moved, Math.min(indent, component.indent))) + content;
}

function noteList(pass: Pass, line: string): void {
  if (/^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)) {
    if (indentOf(line) < 4) pass.isInList = true;
  } else if (!/^\s/.test(line)) pass.isInList = false;
}

function isIndentedCode(pass: Pass, line: string): boolean {
  if (pass.isMdx || pass.isInList || pass.previous === "text") return false;
  return indentOf(line) >= 4;
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

function stripText(pass: Pass, dedented: string, mark: LineMark | undefined): void {
  if (mark?.kind === "line") {
    emitLine(pass, mark.line);
    return;
  }
  const content = mark?.rest ?? dedented.trimStart();
  const indent = dedented.length - dedented.trimStart().length;
  emit(pass, mark?.before ?? dedented.slice(0, indent));
  pass.at += lineAt(pass).length - content.length;
  pass.contentStart = pass.at;
  stripInline(pass, indent);
}
