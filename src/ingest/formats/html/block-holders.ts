import { type Element, elementsIn, parentOf } from "./element.ts";

const blockTags = new Set(
  "address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure h1 h2 h3 h4 h5 h6 header hgroup hr label li main menu ol p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

export function isBlockTag(tagName: string): boolean {
  return blockTags.has(tagName);
}

/** Every element with a block somewhere inside. */
export function blockHolders(root: Element): Set<Element> {
  const holders = new Set<Element>();
  for (const element of elementsIn(root)) {
    if (!isBlockTag(element.tagName)) continue;
    let around = parentOf(element);
    while (around !== undefined && around !== root && !holders.has(around)) {
      holders.add(around);
      around = parentOf(around);
    }
  }
  return holders;
}
