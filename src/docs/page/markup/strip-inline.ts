import { readCodeSpan } from "../code-span.ts";
import { plainValue } from "./read-tag.ts";
import { bracesEnd } from "./script-scan.ts";
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

/** `[^1]` where the page explains the note, and `[[Page|text]]`; false when the brackets are ordinary ones. */
function stripBrackets(pass: Pass): boolean {
  const head = pass.text.slice(pass.at, pass.at + 420);
  const note = /^\[\^([^\]\s]{1,100})\]/.exec(head);
  if (note !== null) {
    if (!footnotesOf(pass).has(note[1] ?? "")) return false;
    pass.at += note[0].length;
    return true;
  }
  const wiki = /^\[\[([^\s[\]|\\][^[\]|\\\n]{0,199})(?:\\?\|([^[\]\n]{1,200}))?\]\](?![([])/.exec(
    head,
  );
  if (wiki === null) return false;
  emit(pass, escapeText(wiki[2] ?? wiki[1] ?? ""));
  pass.at += wiki[0].length;
  return true;
}

/** `:material-check:` is a picture. */
function stripIcon(pass: Pass): boolean {
  const icon = /^:[a-z]{1,20}-[a-z0-9-]{1,80}:/.exec(pass.text.slice(pass.at, pass.at + 110))?.[0];
  if (icon === undefined) return false;
  pass.at += icon.length;
  return true;
}

/** `` {ref}`text <target>` `` of MyST: the text stays, without the name of the role. */
function stripRole(pass: Pass): boolean {
  const role = /^\{[A-Za-z][\w:.+-]{0,40}\}(?=`)/.exec(pass.text.slice(pass.at, pass.at + 50))?.[0];
  if (role === undefined) return false;
  const ticks = pass.at + role.length;
  const { ticksEnd, end } = readCodeSpan(pass.text, ticks);
  if (end === ticksEnd) return false;
  const inner = pass.text.slice(ticksEnd, end - (ticksEnd - ticks));
  const text = /^([^<>\n]*[^<>\s])\s*<[^<>\n]{1,500}>$/.exec(inner)?.[1];
  emit(pass, text === undefined ? pass.text.slice(ticks, end) : escapeText(text));
  pass.at = end;
  return true;
}

/** `{ .class #id key="value" }`: an id stays with its heading, where readers of the page look for it. */
function stripAttributeList(pass: Pass): boolean {
  const list = /^\{(:?)([^{}\n]{1,200})\}/.exec(pass.text.slice(pass.at, pass.at + 210));
  if (list === null) return false;
  const parts = (list[2] ?? "")
    .replace(/="[^"]*"|='[^']*'/g, "=q")
    .trim()
    .split(/\s+/);
  const isList = parts.every((part) =>
    /^(?:[.#][A-Za-z_][\w:.-]*|-|[A-Za-z][\w:-]*=[^\s"'=]+)$/.test(part),
  );
  const isContents =
    list[1] === ":" && /^\/?(?:toc|comment|nomarkdown)?$/.test((list[2] ?? "").trim());
  if (!isContents && (!isList || !mayFollow(pass, list[1] === ":", parts))) return false;
  const id = parts.find((part) => part.startsWith("#"));
  if (id !== undefined && isHeadingLine(pass)) emit(pass, `{${id}}`);
  pass.at += list[0].length;
  return true;
}

/** Braces after a word are part of it, as in `up{job="api"}`; values alone need a link, an image or code before them. */
function mayFollow(pass: Pass, hasColon: boolean, parts: string[]): boolean {
  const before = pass.text.charAt(pass.at - 1);
  if (hasColon || ")]`*_:".includes(before)) return true;
  return /^[.#]/.test(parts[0] ?? "") && before.trim() === "";
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
