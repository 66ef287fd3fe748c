import { readCodeSpan } from "../../page/code-span.ts";
import { columnsOf } from "../../page/fence.ts";
import { lineAt } from "../../page/lines.ts";
import { layContainer, layDirective } from "./lay-directive.ts";
import { layBraces, layBrackets, layColon, layDollar } from "./lay-inline.ts";
import { layTag } from "./lay-tag.ts";
import { emitLine, emitMark, type Layout } from "./layout.ts";
import { flush, type TextPass } from "./text-pass.ts";

/** A line of text, and further ones where a tag or a code span of it runs on. */
export function layText(layout: Layout, text: string): void {
  const content = text.trimStart();
  const indent = text.slice(0, text.length - content.length);
  const written = lineAt(layout.text, layout.at);
  if (layDirective(layout, content, indent)) {
    layout.isAfterText = false;
    layout.at += written.length + 1;
    return;
  }
  if (content.startsWith("$$") && layFormula(layout, indent)) return;
  const opened = layContainer(layout, content, indent);
  if (opened?.kind === "line") {
    layout.isAfterText = false;
    layout.at += written.length + 1;
    return;
  }
  const mark = opened?.mark ?? "";
  layout.at += written.length - written.trimStart().length + mark.length;
  layContent(layout, indent, content.slice(mark.length));
}

const formula = /\$\$([^$]{1,5000})\$\$[ \t]*(?=\n|$)/y;

/** A formula between lines is shown as it is written. */
function layFormula(layout: Layout, indent: string): boolean {
  const written = lineAt(layout.text, layout.at);
  formula.lastIndex = layout.at + written.length - written.trimStart().length;
  const inner = layout.effort.left > 0 ? formula.exec(layout.text)?.[1] : undefined;
  if (inner === undefined) {
    layout.effort.left -= 5_000;
    return false;
  }
  const lines = inner
    .trim()
    .split("\n")
    .map((line) => line.trim());
  const [firstLine, lastLine] = [layout.lineOf(layout.at), layout.lineOf(formula.lastIndex)];
  emitMark(layout, indent, { kind: "code", code: { info: "math", lines, firstLine, lastLine } });
  layout.isAfterText = false;
  layout.at = formula.lastIndex + 1;
  return true;
}

const leadMarks = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?){1,30}/;

function layContent(layout: Layout, indent: string, content: string): void {
  const marks = leadMarks.exec(content)?.[0] ?? "";
  const rest = content.slice(marks.length);
  const pass: TextPass = {
    layout,
    lead: indent + marks,
    nextLead: indent + marks.replace(/[^>\s]/g, " "),
    column: columnsOf(indent + marks),
    text: "",
    isFirst: true,
    hasText: false,
    isBare: true,
    isInlineOnly: isRow(rest) || /^#{1,6}[ \t]/.test(rest),
  };
  layout.at += marks.length;
  const start = layout.at;
  layPieces(pass);
  flush(pass);
  if (pass.isBare) emitLine(layout, marks === "" ? "" : pass.lead, start);
  layout.isAfterText &&= pass.hasText;
}

/** A row of a table is never cut, whatever stands in it. */
function isRow(content: string): boolean {
  return content.startsWith("|") || (content.includes(" | ") && !content.startsWith("<"));
}

const special = /[\n\\`<{[:$]/g;

function layPieces(pass: TextPass): void {
  const { layout } = pass;
  const { text } = layout;
  while (layout.at < text.length) {
    special.lastIndex = layout.at;
    const next = special.exec(text)?.index ?? text.length;
    take(pass, next);
    switch (text[next]) {
      case "\n":
        layout.at += 1;
        return;
      case "\\":
        take(pass, next + (text[next + 1] === "\n" ? 1 : 2));
        break;
      case "`":
        take(pass, readCodeSpan(text, next).end);
        break;
      case "<":
        layTag(pass);
        break;
      case "{":
        layBraces(pass);
        break;
      case "[":
        layBrackets(pass);
        break;
      case "$":
        layDollar(pass);
        break;
      case ":":
        layColon(pass);
    }
  }
}

function take(pass: TextPass, end: number): void {
  const piece = pass.layout.text.slice(pass.layout.at, end);
  pass.text += piece;
  if (piece.trim() !== "") pass.isFirst = false;
  pass.layout.at = end;
}
