import type { PageAnchors } from "../../../../docs/page/anchors.ts";
import { pageAddress } from "../../../../docs/tree/resolve-link.ts";
import { terms } from "../../../../text/terms.ts";
import type { DocsTree } from "./docs-tree.ts";

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
  return Math.abs(left.length - right.length) <= allowed && distance(left, right) <= allowed;
}

/** Letters to add, drop, change or swap with their neighbour to get from one name to the other. */
function distance(left: string, right: string): number {
  const rows = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= right.length; column += 1) {
      const at = (up: number, back: number) => rows[row - up]?.[column - back] ?? 0;
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const steps = [at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + change];
      if (isSwap && row > 1 && column > 1) steps.push(at(2, 2) + 1);
      current[column] = Math.min(...steps);
    }
  }
  return rows.at(-1)?.[right.length] ?? 0;
}
