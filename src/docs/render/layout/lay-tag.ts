import { lineAt, noteTag } from "../../page/lines.ts";
import { inlineTags, voidTags } from "../../page/markup/html-tags.ts";
import { isPlaceholder, readTag, type Tag } from "../../page/markup/read-tag.ts";
import { shapeNamed } from "../shapes/shape-names.ts";
import { decodeEntities } from "../text/decode-entities.ts";
import { blockHtml, inlineComponents, silentHtml } from "./element-kinds.ts";
import { inlineMark } from "./layout.ts";
import type { Mark } from "./mark.ts";
import { flush, flushMark, type TextPass } from "./text-pass.ts";

/** Puts a mark in the place of the tag at the current place; comments and scripts leave nothing. */
export function layTag(pass: TextPass): void {
  const { layout } = pass;
  const { text, at } = layout;
  if (text.startsWith("<!--", at)) {
    skipComment(pass);
    return;
  }
  const tag = readTag(text, at, layout.effort);
  if (tag === undefined || isPlaceholder(text, tag, pass.isFirst)) {
    pass.text += tag === undefined ? "<" : "\\<";
    pass.isFirst = false;
    layout.at += 1;
    return;
  }
  const name = tag.name.toLowerCase();
  if (tag.kind === "open" && silentHtml.has(name)) {
    skipElement(pass, tag);
    return;
  }
  if (tag.kind === "open" && name === "pre" && layPreformatted(pass, tag)) return;
  if (name !== "") placeTag(pass, tag, name);
  layout.at = Math.max(layout.at, tag.end);
}

function placeTag(pass: TextPass, tag: Tag, name: string): void {
  const { layout } = pass;
  const line = layout.lineOf(layout.at);
  const isEmpty = tag.kind === "empty" || voidTags.has(name) || isNeverClosed(pass, tag, name);
  const element = { name, attributes: decoded(tag.attributes), flags: tag.flags };
  const opening: Mark = { kind: isEmpty ? "empty" : "open", element, line };
  const mark: Mark = tag.kind === "close" ? { kind: "close", name, line } : opening;
  if (!isBlock(pass, tag, name)) {
    pass.text += inlineMark(layout, mark);
    if (tag.kind !== "close") pass.isFirst &&= false;
    return;
  }
  // What stands in a block begins after the tag.
  noteTag(layout, tag, pass.isFirst && !isEmpty ? pass.column : undefined);
  if (!track(pass, mark, name)) return;
  flushMark(pass, mark);
  layout.at = tag.end;
  while (" \t".includes(layout.text[layout.at] ?? "\n")) layout.at += 1;
}

/** Code in a value is meant as it is written. */
function decoded(attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...attributes].map(([key, value]) => [key, key === "code" ? value : decodeEntities(value)]),
  );
}

const mostOpen = 100;

/** Keeps count of the open elements; false for a tag that closes none, or opens too many. */
function track({ layout: { open } }: TextPass, mark: Mark, name: string): boolean {
  if (mark.kind === "close") {
    const index = open.lastIndexOf(name);
    if (index !== -1) open.length = index;
    return index !== -1;
  }
  if (mark.kind !== "open") return true;
  if (open.length >= mostOpen) return false;
  open.push(name);
  return true;
}

function isNeverClosed({ layout }: TextPass, { kind }: Tag, name: string): boolean {
  return kind === "open" && layout.lastClose(name) < layout.at;
}

function isBlock(pass: TextPass, tag: Tag, name: string): boolean {
  const { layout } = pass;
  if (pass.isInlineOnly) return false;
  if (tag.kind === "close") return layout.open.includes(name) || isKnownBlock(name);
  if (inlineTags.has(name) && name === tag.name) return false;
  if (inlineComponents.has(name) || name === "br" || name === "picture" || name === "source")
    return false;
  if (isKnownBlock(name)) return true;
  if (!pass.isFirst || !/[A-Z.:-]/.test(tag.name)) return false;
  const rest = lineAt(layout.text, tag.end).trim();
  return rest === "" || rest.endsWith(">");
}

function isKnownBlock(name: string): boolean {
  return blockHtml.has(name) || shapeNamed(name) !== undefined;
}

function skipComment(pass: TextPass): void {
  const { layout } = pass;
  const { text, at, effort } = layout;
  const close = effort.left > 0 ? text.indexOf("-->", at + 4) : -1;
  if (close === -1 && !pass.isFirst) {
    effort.left -= text.length - at;
    pass.text += "\\<";
    layout.at += 1;
    return;
  }
  // One that is never closed hides the rest of the page.
  layout.at = close === -1 ? text.length : close + 3;
}

function skipElement(pass: TextPass, tag: Tag): void {
  const { layout } = pass;
  const isCode = /^(?:script|style)$/i.test(tag.name);
  if (layout.lastClose(tag.name.toLowerCase()) < layout.at || layout.effort.left <= 0) {
    layout.at = isCode ? layout.text.length : tag.end;
    return;
  }
  const close = new RegExp(`</${tag.name}\\s{0,20}>`, "gi");
  close.lastIndex = layout.at;
  const isClosed = close.exec(layout.text) !== null;
  if (!isClosed) layout.effort.left -= layout.text.length - layout.at;
  const open = isCode ? layout.text.length : tag.end;
  layout.at = isClosed ? close.lastIndex : open;
}

/** The lines of `<pre>` are words, not Markdown. */
function layPreformatted(pass: TextPass, tag: Tag): boolean {
  const { layout } = pass;
  const close = /<\/pre\s{0,20}>/gi;
  close.lastIndex = tag.end;
  const match = layout.effort.left > 0 ? close.exec(layout.text) : null;
  if (match === null || pass.isInlineOnly) {
    if (match === null) layout.effort.left -= layout.text.length - layout.at;
    return false;
  }
  const inner = layout.text.slice(tag.end, match.index);
  const language = /\b(?:language|lang)-([\w+#-]{1,40})/.exec(inner.slice(0, 300))?.[1] ?? "";
  const words = decodeEntities(inner.replace(/<\/?[A-Za-z][^<>]{0,500}>/g, ""));
  const lines = words
    .replace(/^\n/, "")
    .replace(/\n[ \t]*$/, "")
    .split("\n");
  const firstLine = layout.lineOf(layout.at);
  const lastLine = layout.lineOf(match.index);
  flush(pass);
  layout.at = close.lastIndex;
  flushMark(pass, { kind: "code", code: { info: language, lines, firstLine, lastLine } });
  return true;
}
