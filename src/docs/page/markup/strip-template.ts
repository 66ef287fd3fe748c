import { lineAt } from "../lines.ts";
import { emit, emitNewlines, type Pass } from "./strip-pass.ts";
import { escapeText } from "./strip-tag.ts";
import { readTemplateTag, type TemplateTag } from "./template-tag.ts";

const readableNames = new Set(
  "title label caption alt description content text header heading summary message".split(" "),
);
const titled = new Set(
  "tab details expand collapse accordion accordion-item step card callout alert admonition notice hint note tip info warning danger button badge heading panel".split(
    " ",
  ),
);
const kinds =
  /^(?:note|info|tip|hint|warning|danger|caution|important|success|error|primary|secondary|default|light|dark)$/i;

/** Replaces the template tag or shortcode at the current place by the words it holds for a reader. */
export function stripTemplate(pass: Pass): boolean {
  const tag = readTemplateTag(pass.text, pass.at, pass.effort);
  if (tag === undefined || (pass.isRaw && tag.name !== "endraw")) return false;
  if (tag.name === "raw" || tag.name === "endraw") pass.isRaw = tag.name === "raw";
  const start = pass.at;
  const isBlock = pass.at === pass.contentStart;
  pass.at = tag.name === "comment" ? commentEnd(pass, tag) : tag.end;
  const text = tag.isClosing ? "" : templateText(tag);
  const isAlone = isBlock && lineAt(pass.text, pass.at).trim() === "";
  emit(pass, isAlone && text !== "" ? `${text}  ` : text);
  emitNewlines(pass, start, pass.at);
  if (isBlock) pass.contentStart = pass.at;
  return true;
}

function commentEnd(pass: Pass, tag: TemplateTag): number {
  const close = /\{%-?\s{0,9}endcomment\s{0,9}-?%\}/g;
  close.lastIndex = tag.end;
  if (pass.effort.left <= 0 || close.exec(pass.text) === null) {
    pass.effort.left -= pass.text.length - pass.at;
    return tag.end;
  }
  return close.lastIndex;
}

/** The words that a tag holds for a reader; "" when only the site knows what it shows. */
export function templateText(tag: TemplateTag): string {
  const texts = [...tag.named].flatMap(([name, value]) => (readableNames.has(name) ? [value] : []));
  if (titled.has(tag.name)) {
    const title = tag.quoted.find((value) => !kinds.test(value)) ?? tag.named.get("name");
    if (title !== undefined && texts.length === 0) texts.push(title);
  }
  const term = tag.named.get("term_id");
  if (texts.length === 0 && term !== undefined) texts.push(term.replace(/[-_]/g, " "));
  return texts
    .map(escapeText)
    .filter((text) => text !== "")
    .join(". ");
}
