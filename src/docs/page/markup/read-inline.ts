import { readCodeSpan } from "../code-span.ts";
import { bracesEnd, type Effort } from "./script-scan.ts";

/** A place in a page, with the effort that is left for looking ahead. */
export type InlinePlace = { text: string; at: number; isMdx: boolean; effort: Effort };

/** Where the expression or comment in braces at the place ends; undefined where the braces are text. */
export function expressionEnd(place: InlinePlace): number | undefined {
  const { text, at, isMdx, effort } = place;
  if (text.startsWith("{/*", at)) return commentEnd(place);
  // Braces after a word or a backslash are text (`\frac{a}`), and so is the id of a heading (`{#id}`).
  if (!isMdx || text[at + 1] === "#") return undefined;
  const isString = /["'`]/.test(text.charAt(at + 1));
  if (!isString && /[\w}^$\\]/.test(text.charAt(at - 1))) return undefined;
  return bracesEnd(text, at, effort);
}

function commentEnd({ text, at, effort }: InlinePlace): number | undefined {
  if (effort.left <= 0) return undefined;
  const close = /\*\/\s{0,20}\}/g;
  close.lastIndex = at + 3;
  if (close.exec(text) !== null) return close.lastIndex;
  effort.left -= text.length - at;
  return undefined;
}

/** `[^1]`. */
export function readNoteMark(text: string, at: number): { label: string; end: number } | undefined {
  const note = /^\[\^([^\]\s]{1,100})\]/.exec(text.slice(at, at + 110));
  return note === null ? undefined : { label: note[1] ?? "", end: at + note[0].length };
}

/** `[[Page|text]]`. */
export function readWikiLink(
  text: string,
  at: number,
): { page: string; label: string; end: number } | undefined {
  const wiki = /^\[\[([^\s[\]|\\][^[\]|\\\n]{0,199})(?:\\?\|([^[\]\n]{1,200}))?\]\](?![([])/.exec(
    text.slice(at, at + 420),
  );
  if (wiki === null) return undefined;
  const page = wiki[1] ?? "";
  return { page, label: wiki[2] ?? page, end: at + wiki[0].length };
}

/** The end of `:material-check:`, which is a picture. */
export function iconEnd(text: string, at: number): number | undefined {
  const icon = /^:(?=(?:material|octicons|fontawesome|simple)-)[a-z]{1,20}-[a-z0-9-]{1,80}:/.exec(
    text.slice(at, at + 110),
  )?.[0];
  return icon === undefined ? undefined : at + icon.length;
}

/** `` {ref}`text <target>` `` of MyST; `text` is undefined where it names none apart from its target. */
export function readRole(
  text: string,
  at: number,
): { code: string; text: string | undefined; end: number } | undefined {
  const role = /^\{[A-Za-z][\w:.+-]{0,40}\}(?=`)/.exec(text.slice(at, at + 50))?.[0];
  if (role === undefined) return undefined;
  const ticks = at + role.length;
  const { ticksEnd, end } = readCodeSpan(text, ticks);
  if (end === ticksEnd) return undefined;
  const inner = text.slice(ticksEnd, end - (ticksEnd - ticks));
  const label = /^([^<>\n]*[^<>\s])\s*<[^<>\n]{1,500}>$/.exec(inner)?.[1];
  return { code: text.slice(ticks, end), text: label, end };
}

/** `{ .class #id key="value" }`. */
export function readAttributeList(
  text: string,
  at: number,
): { id: string | undefined; end: number } | undefined {
  const list = /^\{(:?)([^{}\n]{1,200})\}/.exec(text.slice(at, at + 210));
  if (list === null) return undefined;
  const parts = (list[2] ?? "")
    .replace(/="[^"]*"|='[^']*'/g, "=q")
    .trim()
    .split(/\s+/);
  const isList = parts.every((part) =>
    /^(?:[.#][A-Za-z_][\w:.-]*|-|[A-Za-z][\w:-]*=[^\s"'=]+)$/.test(part),
  );
  const isContents =
    list[1] === ":" && /^\/?(?:toc|comment|nomarkdown)?$/.test((list[2] ?? "").trim());
  const isRead = isList && mayFollow(text.charAt(at - 1), list[1] === ":", parts);
  if (!isContents && !isRead) return undefined;
  const id = parts.find((part) => part.startsWith("#"))?.slice(1);
  return { id, end: at + list[0].length };
}

/** Braces after a word are part of it, as in `up{job="api"}`; values alone need a link, an image or code before them. */
function mayFollow(before: string, hasColon: boolean, parts: string[]): boolean {
  if (hasColon || ")]`*_:".includes(before)) return true;
  return /^[.#]/.test(parts[0] ?? "") && before.trim() === "";
}
