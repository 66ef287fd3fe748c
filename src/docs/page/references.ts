import { blankedEnds } from "./line-ends.ts";
import type { BracketPair, Range, Region } from "./region.ts";
import type { ScannedPage } from "./scan-page.ts";

/** `[text][label]`, `[label][]` or `[label]`: the marks before and after what a reader sees. */
export type Use = { open: Range; close: Range };

/** By label: the uses, and where the first definition stands, which is the one that counts. */
export type References = { uses: Map<string, Use[]>; definitions: Map<string, number> };

/** What a page says by reference. Brackets are paired as CommonMark does it: a link holds no other link. */
export function readReferences(source: string, { regions, pairs }: ScannedPage): References {
  const text = blankedEnds(source);
  const found: References = { uses: new Map(), definitions: new Map() };
  const ranges = definitionsIn(text, regions, found);
  const isDefinition = isWithin(ranges);
  let usedEnd = 0;
  let lastLink = -1;
  for (const pair of pairs) {
    const { open, close, end, isInline, isImage } = pair;
    const isInactive = !isImage && open < lastLink;
    if (open < usedEnd || isInactive || isDefinition(open)) continue;
    const label = isInline ? undefined : labelOf(text, pair);
    if (!isInline && (label === undefined || !found.definitions.has(label))) continue;
    if (!isImage) lastLink = open;
    if (label === undefined) continue;
    usedEnd = end;
    const uses = found.uses.get(label) ?? [];
    found.uses.set(label, uses);
    const start = isImage ? open - 1 : open;
    uses.push({ open: { start, end: open + 1 }, close: { start: close, end } });
  }
  return found;
}

function definitionsIn(text: string, regions: readonly Region[], found: References): Range[] {
  return regions.flatMap((region) => {
    if (region.kind !== "target" || region.form !== "definition") return [];
    const range = definitionRange(text, region);
    if (range === undefined) return [];
    const label = normalised(region.label);
    if (!found.definitions.has(label)) found.definitions.set(label, range.start);
    return [range];
  });
}

/** Tells whether a place is in one of the ranges, which are in order. */
function isWithin(ranges: readonly Range[]): (at: number) => boolean {
  return (at) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return (ranges[low]?.start ?? Infinity) <= at;
  };
}

const longestLabel = 1_000;

/** undefined where a page of other making defines something, or no label is that long. */
function labelOf(text: string, { open, close, end }: BracketPair): string | undefined {
  const hasLabel = end > close + 3;
  if (text[close + 1] === ":" && isLineStart(text, open)) return undefined;
  if (close - open > longestLabel && !hasLabel) return undefined;
  return normalised(hasLabel ? text.slice(close + 2, end - 1) : text.slice(open + 1, close));
}

/** What stands there before a colon is a definition of a kind that is not read here. */
function isLineStart(text: string, at: number): boolean {
  return /(?:^|\n)[\s>]{0,40}(?:[-*+][ \t]{1,40}|\d{1,9}[.)][ \t]{1,40})?$/.test(
    text.slice(Math.max(0, at - 40), at),
  );
}

export function normalised(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

const longestTitle = 2_000;
const title =
  /^[ \t]*(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\))[ \t]*(?:\n|$)/;

/**
 * The whole lines of the definition whose target is given, with its title, which may stand on lines of its own;
 * undefined when what looks like a title is none, and so the line is no definition.
 */
export function definitionRange(text: string, target: Range): Range | undefined {
  const start = text.lastIndexOf("\n", target.start - 1) + 1;
  const after = text[target.end] === ">" ? target.end + 1 : target.end;
  const lineBreak = text.indexOf("\n", after);
  const lineEnd = lineBreak === -1 ? text.length : lineBreak + 1;
  const isOver = text.slice(after, lineEnd).trim() === "";
  const end = titleEnd(text, isOver ? lineEnd : after);
  if (end !== undefined) return { start, end };
  return isOver ? { start, end: lineEnd } : undefined;
}

function titleEnd(text: string, from: number): number | undefined {
  const found = title.exec(text.slice(from, from + longestTitle))?.[0];
  const isCut = found?.length === longestTitle && from + longestTitle < text.length;
  if (found === undefined || isCut || /\n[ \t]*\n/.test(found)) return undefined;
  return from + found.length;
}
