import { readCodeSpan } from "../code-span.ts";
import { emit, type Pass } from "./strip-pass.ts";
import { escapeText } from "./strip-tag.ts";

/** `[^1]` where the page explains the note, and `[[Page|text]]`; false when the brackets are ordinary ones. */
export function stripBrackets(pass: Pass): boolean {
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
export function stripIcon(pass: Pass): boolean {
  const icon = /^:[a-z]{1,20}-[a-z0-9-]{1,80}:/.exec(pass.text.slice(pass.at, pass.at + 110))?.[0];
  if (icon === undefined) return false;
  pass.at += icon.length;
  return true;
}

/** `` {ref}`text <target>` `` of MyST: the text stays, without the name of the role. */
export function stripRole(pass: Pass): boolean {
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
export function stripAttributeList(pass: Pass): boolean {
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
    list[1] === ":" && /^\s*\/?(?:toc|comment|nomarkdown)?\s*$/.test(list[2] ?? "");
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
