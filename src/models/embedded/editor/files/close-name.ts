import type { PageAnchors } from "../../../../docs/page/anchors.ts";
import { editDistance } from "../../../../text/edit-distance.ts";
import { terms } from "../../../../text/terms.ts";
import type { DocsTree } from "./docs-tree.ts";
import { pageAddress } from "./follow-link.ts";

/** The one page with this file name, or with a name that differs by a slip of the pen. */
export function closePage(tree: DocsTree, missing: string): string | undefined {
  const name = lastPart(missing);
  if (name === "" || /^(?:index|readme)$/i.test(name)) return undefined;
  const same = tree.pages.filter((page) => lastPart(page) === name);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const near = tree.pages.filter((page) => isSlip(lastPart(page), name));
  return near.length === 1 ? near[0] : undefined;
}

/**
 * The one heading that the anchor clearly means. On sites whose anchors are made by other rules than GitHub's,
 * an anchor that differs only in its punctuation is right as it is.
 */
export function closeAnchor(
  anchors: PageAnchors,
  wanted: string,
  hasOwnRules: boolean,
): string | undefined {
  const own = [...new Set(anchors.headings.map((heading) => heading.anchor))];
  const loose = own.filter((anchor) => letters(anchor) === letters(wanted));
  if (loose.length > 0) return hasOwnRules ? wanted : loose.length === 1 ? loose[0] : undefined;
  const ranked = own
    .map((anchor) => ({ anchor, score: isSlip(anchor, wanted) ? 1 : overlap(anchor, wanted) }))
    .filter(({ score }) => score >= 0.5)
    .sort((left, right) => right.score - left.score);
  const [best, second] = ranked;
  return best !== undefined && (second === undefined || second.score < best.score)
    ? best.anchor
    : undefined;
}

function lastPart(path: string): string {
  const address = pageAddress(path.toLowerCase().replace(/\.html?$/, ""));
  return address.slice(address.lastIndexOf("/") + 1);
}

function letters(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Shared words over all words, endings and small words aside. */
function overlap(left: string, right: string): number {
  const own = new Set(terms(left.replaceAll("-", " ")));
  const other = new Set(terms(right.replaceAll("-", " ")));
  const shared = [...own].filter((term) => other.has(term)).length;
  const all = own.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}

const longestName = 100;

/** Names that differ in one letter for every five, two at most. */
function isSlip(left: string, right: string): boolean {
  const allowed = Math.min(2, Math.floor(Math.min(left.length, right.length) / 5));
  if (allowed === 0 || Math.max(left.length, right.length) > longestName) return false;
  return editDistance(left, right, allowed) <= allowed;
}
