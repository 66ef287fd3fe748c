import { blockHtml } from "../layout/element-kinds.ts";
import { element, isElement, type PageNode, wordsOf } from "../tree/page-node.ts";
import type { Built } from "./built.ts";
import { ids } from "./inline-shape.ts";

const kept = new Set(
  "div p ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote figure figcaption hr summary h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);
const wordsOnly = new Set(
  "p li dt dd td th caption figcaption summary h1 h2 h3 h4 h5 h6".split(" "),
);

/** Elements of plain HTML; those that only arrange others leave what they hold. */
export function htmlShape(built: Built): PageNode[] | undefined {
  const { mark, children, lines } = built;
  const { name, attributes } = mark;
  if (!blockHtml.has(name)) return undefined;
  const own: Record<string, string> = { ...ids(built), ...spans(attributes) };
  if (!kept.has(name))
    return own.id === undefined ? children : [element("div", own, children, lines)];
  if (!wordsOnly.has(name)) return [element(name, own, children.filter(isNoBlank(name)), lines)];
  const words = wordsOf(children);
  const isText = words.every((node) => !isElement(node) || !blocks.has(node.name));
  // A paragraph cannot hold another block.
  const shown = name === "p" && !isText ? "div" : name;
  return words.length === 0 && name === "p" ? [] : [element(shown, own, words, lines)];
}

const blocks = new Set(
  "p div ul ol dl table blockquote figure pre h2 h3 h4 h5 h6 hr details".split(" "),
);
const structural = new Set(["table", "thead", "tbody", "tfoot", "tr", "ul", "ol", "dl"]);

/** Spaces between the rows of a table are none of its cells. */
function isNoBlank(name: string): (node: PageNode) => boolean {
  return (node) => !structural.has(name) || typeof node === "object";
}

function spans(attributes: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    ["colspan", "rowspan"].flatMap((key): [string, string][] => {
      const value = attributes.get(key) ?? "";
      return /^\d{1,3}$/.test(value) ? [[key, value]] : [];
    }),
  );
}
