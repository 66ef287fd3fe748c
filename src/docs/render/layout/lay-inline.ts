import {
  expressionEnd,
  iconEnd,
  readAttributeList,
  readNoteMark,
  readRole,
  readWikiLink,
} from "../../page/markup/read-inline.ts";
import { plainValue } from "../../page/markup/read-tag.ts";
import { escapeText } from "../../page/markup/strip-tag.ts";
import { templateText } from "../../page/markup/strip-template.ts";
import { readTemplateTag, type TemplateTag } from "../../page/markup/template-tag.ts";
import { shapeNamed } from "../shapes/shape-names.ts";
import { emojiAt } from "../text/emoji.ts";
import { elementOf, inlineMark, type Layout } from "./layout.ts";
import type { MarkElement } from "./mark.ts";
import { flushMark, type TextPass } from "./text-pass.ts";

/** Shortcodes, roles, lists of attributes and expressions: what the reader sees of them. */
export function layBraces(pass: TextPass): void {
  const { layout } = pass;
  if (layTemplate(pass)) return;
  const role = readRole(layout.text, layout.at);
  if (role !== undefined) {
    put(pass, role.text === undefined ? role.code : escapeText(role.text), role.end);
    return;
  }
  const list = readAttributeList(layout.text, layout.at);
  if (list !== undefined) {
    layout.at = list.end;
    return;
  }
  const end = expressionEnd(layout);
  if (end === undefined) {
    put(pass, "{", layout.at + 1);
    return;
  }
  const value = plainValue(layout.text.slice(layout.at, end)) ?? "";
  if (value === "") layout.at = end;
  else put(pass, value === " " ? value : escapeText(value), end);
}

/** References to notes, and links by the name of a page. */
export function layBrackets(pass: TextPass): void {
  const { text, at } = pass.layout;
  const note = readNoteMark(text, at);
  if (note !== undefined && text[note.end] !== ":") {
    const element = elementOf("footnote-reference", [["label", note.label]]);
    const line = pass.layout.lineOf(at);
    put(pass, inlineMark(pass.layout, { kind: "empty", element, line }), note.end);
    return;
  }
  const wiki = readWikiLink(text, at);
  if (wiki === undefined) put(pass, "[", at + 1);
  else put(pass, escapeText(wiki.label), wiki.end);
}

/** Icons leave nothing, and the names of common emoji their picture. */
export function layColon(pass: TextPass): void {
  const { text, at } = pass.layout;
  const end = iconEnd(text, at);
  if (end !== undefined) {
    pass.layout.at = end;
    return;
  }
  const emoji = emojiAt(text, at);
  if (emoji === undefined) put(pass, ":", at + 1);
  else put(pass, emoji.character, emoji.end);
}

const formula = /\$(?![\s$])([^$\n`]{1,300})(?<![\s\\])\$(?![\d$])/y;

/** A formula in a line is shown as it is written; sums of money are none. */
export function layDollar(pass: TextPass): void {
  const { layout } = pass;
  formula.lastIndex = layout.at;
  const text = formula.exec(layout.text)?.[1] ?? "";
  if (!/[\\^_={}]|^[A-Za-z]$/.test(text)) {
    put(pass, "$", layout.at + 1);
    return;
  }
  const element = elementOf("tex", [["text", text]]);
  const line = layout.lineOf(layout.at);
  put(pass, inlineMark(layout, { kind: "empty", element, line }), formula.lastIndex);
}

function put(pass: TextPass, text: string, end: number): void {
  pass.text += text;
  pass.isFirst = false;
  pass.layout.at = end;
}

function layTemplate(pass: TextPass): boolean {
  const { layout } = pass;
  const tag = readTemplateTag(layout.text, layout.at, layout.effort);
  if (tag === undefined || (layout.isRaw && tag.name !== "endraw")) return false;
  if (tag.name === "raw" || tag.name === "endraw") layout.isRaw = tag.name === "raw";
  if (tag.name === "comment") {
    layout.at = commentEnd(layout, tag);
    return true;
  }
  const element = templateElement(tag);
  const isWithin = !pass.isFirst && !tag.isClosing && layout.lastClose(tag.name) < layout.at;
  const isPlaced =
    element !== undefined && !pass.isInlineOnly && (!isWithin || element.name === "img");
  if (isPlaced && placeTemplate(pass, tag, element)) return true;
  if (tag.name === "ref" || tag.name === "relref" || tag.name === "link") {
    put(pass, tag.quoted[0] ?? "", tag.end);
    return true;
  }
  const text = tag.isClosing ? "" : templateText(tag);
  if (text === "") layout.at = tag.end;
  else put(pass, text, tag.end);
  return true;
}

const kindWords =
  /^(?:note|info|tip|hint|warning|danger|caution|important|success|error|primary|secondary)$/i;

/** A shortcode as the component that it is like; undefined for one that is not known. */
function templateElement(tag: TemplateTag): MarkElement | undefined {
  const name = tag.name.replace(/^end/, "");
  if (name === "img" || name === "image" || (name === "figure" && tag.named.has("src"))) {
    return { name: "img", attributes: captioned(tag.named), flags: new Set() };
  }
  const shape = shapeNamed(name);
  // `param` writes a value of the site's settings.
  if (shape === undefined || shape === "field") return undefined;
  const kind = tag.quoted.find((value) => kindWords.test(value));
  const title = tag.quoted.find((value) => !kindWords.test(value)) ?? tag.named.get("name");
  const attributes = new Map([
    ...tag.named,
    ...pair("type", kind ?? tag.named.get("style") ?? tag.named.get("color")),
  ]);
  if (title !== undefined && !attributes.has("title")) attributes.set("title", title);
  return { name, attributes, flags: new Set() };
}

function captioned(named: ReadonlyMap<string, string>): Map<string, string> {
  const alt = named.get("alt") ?? named.get("caption") ?? named.get("title");
  return new Map([...named, ...pair("alt", alt)]);
}

function pair(key: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[key, value]];
}

function placeTemplate(pass: TextPass, tag: TemplateTag, element: MarkElement): boolean {
  const { layout } = pass;
  const { name } = element;
  const line = layout.lineOf(layout.at);
  if (name === "img") {
    put(pass, inlineMark(layout, { kind: "empty", element, line }), tag.end);
    return true;
  }
  if (tag.isClosing) {
    const index = layout.open.lastIndexOf(name);
    if (index !== -1) {
      layout.open.length = index;
      flushMark(pass, { kind: "close", name, line });
    }
  } else if (layout.lastClose(name) < layout.at) {
    flushMark(pass, { kind: "empty", element, line });
  } else if (layout.open.length < 100) {
    layout.open.push(name);
    flushMark(pass, { kind: "open", element, line });
  }
  layout.at = tag.end;
  return true;
}

function commentEnd(layout: Layout, tag: TemplateTag): number {
  const close = /\{%-?\s{0,9}endcomment\s{0,9}-?%\}/g;
  close.lastIndex = tag.end;
  if (layout.effort.left > 0 && close.exec(layout.text) !== null) return close.lastIndex;
  layout.effort.left -= layout.text.length - layout.at;
  return tag.end;
}
