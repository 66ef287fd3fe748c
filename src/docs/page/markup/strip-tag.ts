import { noteTag } from "../lines.ts";
import { inlineTags } from "./html-tags.ts";
import { isPlaceholder, readTag, type Tag } from "./read-tag.ts";
import { addProblem, emit, emitNewlines, type Pass } from "./strip-pass.ts";

const longestHeading = 500;

/** Replaces the tag or comment at the current place by the text it holds for a reader. */
export function stripTag(pass: Pass, indent: number): void {
  if (pass.text.startsWith("<!--", pass.at)) {
    stripComment(pass);
    return;
  }
  const tag = readTag(pass.text, pass.at, pass.effort);
  const isBlock = pass.at === pass.contentStart;
  if (tag === undefined || isPlaceholder(pass.text, tag, isBlock)) {
    emit(pass, tag === undefined ? "<" : "\\<");
    pass.at += 1;
    return;
  }
  const name = tag.name.toLowerCase();
  if (tag.kind === "open" && (name === "script" || name === "style")) {
    skipElement(pass, tag.name);
    return;
  }
  if (tag.kind === "open" && name === "pre" && copyPreformatted(pass, tag)) return;
  noteTag(pass, tag, isBlock ? indent : undefined);
  const start = pass.at;
  pass.at = tag.end;
  emit(pass, replacement(pass, tag, isBlock));
  emitNewlines(pass, start, tag.end);
  if (!pass.lineHasText) skipSpaces(pass);
  if (isBlock) pass.contentStart = pass.at;
}

/** Plain text for the Markdown parser: characters with a meaning are escaped, line ends become spaces. */
export function escapeText(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.replace(/[\\`*_[\]<#|~]/g, "\\$&").replace(/^(\d{0,9})([-+.)=>:])/, "$1\\$2");
}

function stripComment(pass: Pass): void {
  const close = pass.effort.left > 0 ? pass.text.indexOf("-->", pass.at + 4) : -1;
  if (close === -1 && pass.at !== pass.contentStart) {
    pass.effort.left -= pass.text.length - pass.at;
    emit(pass, "<");
    pass.at += 1;
    return;
  }
  if (close === -1)
    addProblem(pass, "The comment is not closed, so the rest of the page is hidden.");
  const end = close === -1 ? pass.text.length : close + 3;
  emitNewlines(pass, pass.at, end);
  if (pass.at === pass.contentStart) pass.contentStart = end;
  pass.at = end;
}

function skipElement(pass: Pass, name: string): void {
  const close = new RegExp(`</${name}\\s{0,20}>`, "gi");
  close.lastIndex = pass.at;
  const isClosed = close.exec(pass.text) !== null;
  if (!isClosed) addProblem(pass, `<${name}> is not closed, so the rest of the page is hidden.`);
  const end = isClosed ? close.lastIndex : pass.text.length;
  emitNewlines(pass, pass.at, end);
  pass.at = end;
}

/** The lines of `<pre>` are words, not Markdown: a `#` there is no heading. */
function copyPreformatted(pass: Pass, tag: Tag): boolean {
  const close = /<\/pre\s{0,20}>/gi;
  close.lastIndex = tag.end;
  const match = pass.effort.left > 0 ? close.exec(pass.text) : null;
  if (match === null) {
    pass.effort.left -= pass.text.length - pass.at;
    return false;
  }
  const lines = pass.text.slice(tag.end, match.index).split("\n");
  emitNewlines(pass, pass.at, tag.end);
  emit(pass, lines.map((line) => escapeText(line.replace(/<[^<>]{0,500}>/g, ""))).join("\n"));
  pass.at = close.lastIndex;
  return true;
}

function replacement(pass: Pass, tag: Tag, isBlock: boolean): string {
  const level = isBlock && tag.kind === "open" ? headingLevel(pass, tag) : 0;
  if (level > 0) return `${"#".repeat(level)} `;
  const texts =
    tag.kind === "close"
      ? []
      : tagTexts(tag)
          .map(escapeText)
          .filter((text) => text !== "");
  // Two spaces before a line end break the line, which keeps a component's title apart from its text.
  if (texts.length > 0) return `${texts.join(". ")}  `;
  const isSpaced = /\s$/.test(pass.output.at(-1) ?? " ");
  return isSpaced || inlineTags.has(tag.name.toLowerCase()) ? "" : " ";
}

function headingLevel(pass: Pass, tag: Tag): number {
  const level = /^h([1-6])$/i.exec(tag.name)?.[1];
  if (level === undefined) return 0;
  const rest = pass.text.slice(tag.end, tag.end + longestHeading).split("\n", 1)[0] ?? "";
  return rest.toLowerCase().includes(`</h${level}`) ? Number(level) : 0;
}

function skipSpaces(pass: Pass): void {
  while (pass.text[pass.at] === " " || pass.text[pass.at] === "\t") pass.at += 1;
}

const readableAttributes = ["title", "label", "description", "alt", "caption"];
const fields = new Set(["ParamField", "ResponseField", "Property", "Field", "Parameter"]);
const fieldNames = ["path", "query", "body", "header", "cookie", "name", "param"];
const tabs = new Set(["Tab", "TabItem", "TabsTrigger"]);

/** What a tag's attributes tell a reader, in the order they are read. */
function tagTexts(tag: Tag): string[] {
  const texts = readableAttributes.flatMap((name) => tag.attributes.get(name) ?? []);
  if (fields.has(tag.name)) return [fieldText(tag), ...texts];
  if (tag.name === "Tabs" && texts.length === 0) return [tag.attributes.get("items") ?? ""];
  if (tabs.has(tag.name) && texts.length === 0) return [tag.attributes.get("value") ?? ""];
  if (tag.name === "Badge" && texts.length === 0) return [tag.attributes.get("text") ?? ""];
  return texts;
}

/** `path="id" type="string" required` reads "id (string, required)". */
function fieldText({ attributes, flags }: Tag): string {
  const name = fieldNames.flatMap((key) => attributes.get(key) ?? [])[0] ?? "";
  const fallback = attributes.get("default");
  const facts = [
    attributes.get("type") ?? "",
    ...["required", "deprecated"].filter((flag) => flags.has(flag)),
    fallback === undefined || fallback === "" ? "" : `default ${fallback}`,
  ].filter((fact) => fact !== "");
  if (name === "") return "";
  return facts.length === 0 ? name : `${name} (${facts.join(", ")})`;
}
