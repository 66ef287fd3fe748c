import { withoutDirectionMarks } from "../../../text/safe/without-direction-marks.ts";
import type { PageElement, PageNode } from "./page-node.ts";

/** Every element that a page may hold, with its attributes besides those that all may have. */
export const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    "p div span h2 h3 h4 h5 h6 ul strong em s del ins u mark small sub sup kbd code pre samp var q cite dfn blockquote figure figcaption table thead tbody tfoot tr caption dl dt dd hr br summary b i bdi wbr section"
      .split(" ")
      .map((name) => [name, []]),
  ),
  a: ["href", "rel", "title"],
  abbr: ["title"],
  ol: ["start"],
  li: ["value"],
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan", "scope"],
  details: ["open"],
  img: ["src", "alt", "width", "height", "loading", "decoding", "title"],
};

/** What any element may have. */
export const allowedEverywhere: readonly string[] = [
  ...["id", "class", "role", "tabindex", "lang", "dir"],
  ...["aria-label", "aria-hidden", "aria-labelledby"],
  ...["data-lines", "data-title", "data-language", "data-copy", "data-image"],
];

const voidElements = new Set(["br", "hr", "img", "wbr"]);
const everywhere = new Set(allowedEverywhere);

/** HTML of elements on the list alone: of others what they hold is left. */
export function writeHtml(nodes: readonly PageNode[]): string {
  const pieces: string[] = [];
  for (const node of nodes) write(pieces, node);
  return pieces.join("");
}

function write(pieces: string[], node: PageNode): void {
  if (typeof node === "string") {
    pieces.push(escapeText(node));
    return;
  }
  const own = Object.hasOwn(allowed, node.name) ? allowed[node.name] : undefined;
  if (own === undefined) {
    for (const child of node.children) write(pieces, child);
    return;
  }
  pieces.push(`<${node.name}${attributesOf(node, own)}>`);
  if (voidElements.has(node.name)) return;
  for (const child of node.children) write(pieces, child);
  pieces.push(`</${node.name}>`);
}

function attributesOf({ attributes, lines }: PageElement, own: readonly string[]): string {
  let text = "";
  for (const name of Object.keys(attributes))
    if (everywhere.has(name) || own.includes(name))
      text += ` ${name}="${escapeValue(attributes[name] ?? "")}"`;
  if (lines !== undefined) text += ` data-lines="${lines.first}-${lines.last}"`;
  return text;
}

function escapeText(written: string): string {
  const text = withoutDirectionMarks(written);
  return /[&<>]/.test(text)
    ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    : text;
}

function escapeValue(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;");
}
