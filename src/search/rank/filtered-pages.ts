import type { SearchQuery } from "../hit.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { readPageText } from "../segment/page-text.ts";
import type { Segment } from "../segment/segment.ts";
import { pageFilter } from "./page-filter.ts";

const known = new WeakMap<Segment, Map<string, Uint8Array>>();
const mostKnown = 20;
const noUrls = new Map<string, string>();

/** 1 for pages that a filter takes; undefined where it takes all. Sites send the same few filters again and again. */
export function filteredPages(
  { segments, pageCount }: ProjectIndex,
  filter: SearchQuery["filter"],
): Uint8Array | undefined {
  if (Object.keys(filter).length === 0) return undefined;
  const taken = new Uint8Array(pageCount);
  let first = 0;
  for (const segment of segments) {
    taken.set(takenOf(segment, filter), first);
    first += segment.pages;
  }
  return taken;
}

function takenOf(segment: Segment, filter: SearchQuery["filter"]): Uint8Array {
  const kept = known.get(segment) ?? new Map<string, Uint8Array>();
  known.set(segment, kept);
  const key = JSON.stringify(filter);
  const before = kept.get(key);
  kept.delete(key);
  const taken = before ?? filterPages(segment, filter);
  kept.set(key, taken);
  const oldest = kept.size > mostKnown ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  return taken;
}

function filterPages(segment: Segment, filter: SearchQuery["filter"]): Uint8Array {
  const isTaken = pageFilter(filter);
  return Uint8Array.from({ length: segment.pages }, (_, place) => {
    const page = readPageText(segment.pageTexts.at(place), segment.paths.at(place), noUrls);
    return isTaken(page) ? 1 : 0;
  });
}
