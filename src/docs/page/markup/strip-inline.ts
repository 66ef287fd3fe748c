import { readCodeSpan } from "../code-span.ts";
import {
  expressionEnd,
  iconEnd,
  readAttributeList,
  readNoteMark,
  readRole,
  readWikiLink,
} from "./read-inline.ts";
import { plainValue } from "./read-tag.ts";
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
  const end = expressionEnd(pass);
  if (end === undefined) {
    copy(pass, 1);
    return;
  }
  const value = plainValue(pass.text.slice(pass.at, end)) ?? "";
  emit(pass, value === " " ? value : escapeText(value));
  emitNewlines(pass, pass.at, end);
  pass.at = end;
}

/** `[^1]` where the page explains the note, and `[[Page|text]]`; false when the brackets are ordinary ones. */
function stripBrackets(pass: Pass): boolean {
  const note = readNoteMark(pass.text, pass.at);
  if (note !== undefined) {
    if (!footnotesOf(pass).has(note.label)) return false;
    pass.at = note.end;
    return true;
  }
  const wiki = readWikiLink(pass.text, pass.at);
  if (wiki === undefined) return false;
  emit(pass, escapeText(wiki.label));
  pass.at = wiki.end;
  return true;
}

function stripIcon(pass: Pass): boolean {
  const end = iconEnd(pass.text, pass.at);
  if (end === undefined) return false;
  pass.at = end;
  return true;
}

/** The text of a role stays, without its name. */
function stripRole(pass: Pass): boolean {
  const role = readRole(pass.text, pass.at);
  if (role === undefined) return false;
  emit(pass, role.text === undefined ? role.code : escapeText(role.text));
  pass.at = role.end;
  return true;
}

/** An id stays with its heading, where readers of the page look for it. */
function stripAttributeList(pass: Pass): boolean {
  const list = readAttributeList(pass.text, pass.at);
  if (list === undefined) return false;
  if (list.id !== undefined && isHeadingLine(pass)) emit(pass, `{#${list.id}}`);
  pass.at = list.end;
  return true;
}

function isHeadingLine(pass: Pass): boolean {
  if (pass.text[pass.contentStart] === "#") return true;
  const lineEnd = pass.text.indexOf("\n", pass.at);
  return (
    lineEnd !== -1 && /^(?:=+|-+)[ \t]*(?:\n|$)/.test(pass.text.slice(lineEnd + 1, lineEnd + 200))
  );
}

function footnotesOf(pass: Pass): Set<string> {
  if (pass.footnotes === undefined) {
    const found = pass.text.matchAll(/^[ \t]{0,12}\[\^([^\]\s]{1,100})\]:/gm);
    pass.footnotes = new Set(Array.from(found, (match) => match[1] ?? ""));
  }
  return pass.footnotes;
}
