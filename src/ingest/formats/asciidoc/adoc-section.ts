import type { AdocPage } from "./adoc-page.ts";

/** What stands after a heading for its anchor: the id that is written above it, else the one that is made of its title. */
export function sectionId(page: AdocPage, title: string, given: string): string {
  const id = given || madeId(page, title);
  return id === "" ? "" : ` {#${id}}`;
}

/** Words in small letters with a sign between, and one in front; the page may choose both. */
export function madeId(
  { attributes, ids }: Pick<AdocPage, "attributes" | "ids">,
  title: string,
): string {
  const prefix = attributes.get("idprefix") ?? "_";
  const separator = (attributes.get("idseparator") ?? "_").slice(0, 1);
  const bare = title
    .replace(/\[\[[^\]]{0,200}\]\]|<[^<>]{1,200}>|(?:xref|link|https?):[^\s[\]]{1,300}(?=\[)/g, "")
    .toLowerCase()
    .replace(/&[a-z#0-9]{1,10};/g, "")
    .replace(/[^\p{L}\p{N}_\-. ]/gu, "");
  const words = bare.replace(/[ .-]+/g, separator === "" ? "" : separator);
  const trimmed = separator === "" ? words : trimSign(words, separator);
  const base = `${prefix}${prefix.endsWith(separator) && trimmed.startsWith(separator) ? trimmed.slice(1) : trimmed}`;
  const count = (ids.get(base) ?? 0) + 1;
  ids.set(base, count);
  const id = count === 1 ? base : `${base}${separator}${count}`;
  return /^[^\s{}#]{1,200}$/.test(id) ? id : "";
}

function trimSign(text: string, sign: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === sign) end -= 1;
  return text.slice(0, end);
}
