import { readCodeSpan } from "../code-span.ts";
import { plainValue } from "./read-tag.ts";
import { bracesEnd } from "./script-scan.ts";
import { stripAttributeList, stripBrackets, stripIcon, stripRole } from "./strip-mark.ts";
import { emit, emitNewlines, type Pass } from "./strip-pass.ts";
import { escapeText, stripTag } from "./strip-tag.ts";
import { stripTemplate } from "./strip-template.ts";

/** Strips from the current place to the end of a line: this one, or a later one when a tag or code span runs on. */
export function stripInline(pass: Pass, indent: number): void {
  const special = /[\n\\`<{]|\[[[^]|:(?=(?:material|octicons|fontawesome|simple)-)/g;
  while (pass.at < pass.text.length) {
    special.lastIndex = pass.at;
    const next = special.exec(pass.text)?.index ?? pass.text.length;
    emit(pass, pass.text.slice(pass.at, next));
    pass.at = next;
    const character = pass.text[next];
    if (character === "\n") {
      emit(pass, "\n");
      pass.at += 1;
      return;
    }
    if (character === "\\") copy(pass, pass.text[next + 1] === "\n" ? 1 : 2);
    if (character === "`") copy(pass, readCodeSpan(pass.text, next).end - next);
    if (character === "<") stripTag(pass, indent);
    if (character === "{") stripBraces(pass);
    if (character === "[" && !stripBrackets(pass)) copy(pass, 2);
    if (character === ":" && !stripIcon(pass)) copy(pass, 1);
  }
}

function copy(pass: Pass, length: number): void {
  emit(pass, pass.text.slice(pass.at, pass.at + length));
  pass.at += length;
}

function stripBraces(pass: Pass): void {
  if (stripTemplate(pass) || stripRole(pass) || stripAttributeList(pass)) return;
  stripExpression(pass);
}

function stripExpression(pass: Pass): void {
  const end = pass.text.startsWith("{/*", pass.at) ? commentEnd(pass) : expressionEnd(pass);
  if (end === undefined) {
    copy(pass, 1);
    return;
  }
  const value = plainValue(pass.text.slice(pass.at, end)) ?? "";
  emit(pass, value === " " ? value : escapeText(value));
  emitNewlines(pass, pass.at, end);
  pass.at = end;
}

function commentEnd(pass: Pass): number | undefined {
  if (pass.effort.left <= 0) return undefined;
  const close = /\*\/\s{0,20}\}/g;
  close.lastIndex = pass.at + 3;
  if (close.exec(pass.text) !== null) return close.lastIndex;
  pass.effort.left -= pass.text.length - pass.at;
  return undefined;
}

/** Braces after a word or a backslash are text (`\frac{a}`), and so is the id of a heading (`{#id}`). */
function expressionEnd(pass: Pass): number | undefined {
  if (!pass.isMdx || pass.text[pass.at + 1] === "#") return undefined;
  const isString = /["'`]/.test(pass.text.charAt(pass.at + 1));
  if (!isString && /[\w}^$\\]/.test(pass.text.charAt(pass.at - 1))) return undefined;
  return bracesEnd(pass.text, pass.at, pass.effort);
}
