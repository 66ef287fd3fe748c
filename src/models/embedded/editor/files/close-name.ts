import type { PageAnchors } from "../../../../docs/page/anchors.ts";
import { lastPart } from "../../../../docs/tree/address.ts";
import { editDistance } from "../../../../text/edit-distance.ts";
import { terms } from "../../../../text/terms.ts";
import type { EditedDocs } from "./edited-docs.ts";

/** The one page with this file name, or with a name that differs by a slip of the pen. */
export function closePage(docs: EditedDocs, missing: string): string | undefined {
  const nameOf = (path: string) => lastPart(path).toLowerCase();
  const name = nameOf(missing);
  if (name === "") return undefined;
  const same = docs.pages.filter((page) => nameOf(page) === name);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const near = docs.pages.filter((page) => isSlip(nameOf(page), name));
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

function letters(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Shared words over all words, endings and small words aside. */
function overlap(left: string, right: string): number {
  const own = new Set(terms(left.replaceAll("-", " ")));
  const other = new Set(terms(right.replaceAll("-", " ")));
  return own.size === 0 ? 0 : own.intersection(other).size / own.union(other).size;
}

const longestName = 100;

/** Names that differ in one letter for every five, two at most. */
function isSlip(left: string, right: string): boolean {
  const allowed = Math.min(2, Math.floor(Math.min(left.length, right.length) / 5));
  if (allowed === 0 || Math.max(left.length, right.length) > longestName) return false;
  return editDistance(left, right, allowed) <= allowed;
}
