import {
  element,
  isElement,
  type LineRange,
  type PageElement,
  type PageNode,
  textIn,
} from "../tree/page-node.ts";

/**
 * Words that stand loose beside blocks, as those of a list item above the list in it, say which lines are theirs: the
 * ones that no block before or after them has.
 */
export function placeWords(node: PageNode): LineRange | undefined {
  if (typeof node === "string") return undefined;
  const places = node.children.map(placeWords);
  const known = places.filter((place) => place !== undefined);
  if (known.length === 0) return node.lines;
  if (node.lines !== undefined) node.children = placed(node.children, places, node.lines);
  return node.lines ?? spanOf(known);
}

function placed(
  children: PageNode[],
  places: (LineRange | undefined)[],
  around: LineRange,
): PageNode[] {
  const shown: PageNode[] = [];
  let words: PageNode[] = [];
  let first = around.first;
  const end = (last: number) => {
    shown.push(...wrapped(words, { first: Math.min(first, around.last), last }));
    words = [];
  };
  for (const [index, child] of children.entries()) {
    const place = places[index];
    if (place === undefined && !isBlock(child)) {
      words.push(child);
      continue;
    }
    end((place?.first ?? first) - 1);
    shown.push(child);
    if (place !== undefined) first = place.last + 1;
  }
  end(around.last);
  return shown;
}

/** They share a line with a block where there is none between. */
function wrapped(words: PageNode[], { first, last }: LineRange): PageNode[] {
  if (!words.some(isSeen)) return words;
  return [element("span", {}, words, { first, last: Math.max(first, last) })];
}

function isSeen(node: PageNode): boolean {
  return isElement(node, "img") || textIn(node).trim() !== "";
}

const blocks = new Set(
  "p div ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote figure figcaption pre h2 h3 h4 h5 h6 hr details summary section footnote".split(
    " ",
  ),
);

function isBlock(node: PageNode): node is PageElement {
  return isElement(node) && blocks.has(node.name);
}

function spanOf(places: LineRange[]): LineRange | undefined {
  return places.reduce((all, { first, last }) => ({
    first: Math.min(all.first, first),
    last: Math.max(all.last, last),
  }));
}
