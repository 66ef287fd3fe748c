import { setImmediate } from "node:timers/promises";
import type { Database } from "../../store/database.ts";
import { overlayOf, pathsApart } from "../../store/docs/page-overlays.ts";
import { type VisiblePage, visiblePages } from "../../store/docs/pages.ts";
import { type PassageEntry, passagesOfBlobs } from "../../store/docs/passages.ts";
import { sourceBaseUrls } from "../../store/docs/sources.ts";
import { type Language, languageOfTag } from "../../text/language.ts";
import { mainEditions } from "../rank/choose-editions.ts";
import { createSegmentBuilder, type FreshPassage } from "../segment/build-segment.ts";
import { pageText } from "../segment/page-text.ts";
import { byCodePoint } from "../segment/strings.ts";
import { indexBytes, openIndex, type ProjectIndex } from "./project-index.ts";

export type LoadInput = {
  projectId: string;
  revisionId: string;
  dimensions: number;
  /** Whether a configured embedder will look for its vectors. */
  keepHashes: boolean;
  /** An index of the same project: what did not change is taken from it. */
  from?: ProjectIndex | undefined;
  /** What the index may take; pages for which there is no memory are not found. */
  memoryBytes: number;
  /** Told what it takes while it is made. */
  onGrow?(bytes: number): void;
};

const pagesAtOnce = 40;
/** So many pages may stand beside the others before all are arranged anew. */
const leastBeside = 8;
const mostBeside = 1_000;
const shareBeside = 0.05;

/**
 * Brings the revision's passages into memory. What is found does not depend on the index it started from. Where they
 * are too many, those of older versions and of translations stay out first.
 */
export async function loadIndex(db: Database, input: LoadInput): Promise<ProjectIndex> {
  const { from } = input;
  if (from === undefined) return loadWhole(db, input, await readPages(db, input));
  const changes = await changesOf(db, input, from);
  const isFew = changes.beside <= roomBeside(from.segments[0]?.pages ?? 0);
  const followed = isFew ? await putBeside(db, input, { from, changes }) : undefined;
  if (followed && indexBytes(followed) <= input.memoryBytes) return followed;
  return loadWhole(db, input, changes.allPages());
}

/** Whether so much stands beside the rest that it is time to arrange all anew. */
export function isScattered({ segments }: ProjectIndex): boolean {
  const [first, second] = segments;
  return (second?.pages ?? 0) > roomBeside(first?.pages ?? 0) / 2;
}

/** The same index in one segment. */
export function gatherIndex(index: ProjectIndex): ProjectIndex {
  const { segments, pageCount, isLive } = index;
  const dimensions = segments[0]?.dimensions ?? 0;
  const keepHashes = segments.some(({ textHashes }) => textHashes.length > 0);
  const builder = createSegmentBuilder({ sources: segments, dimensions, keepHashes });
  const places = Array.from({ length: pageCount }, (_, place) => place)
    .filter((place) => isLive?.[place] !== 0)
    .map((place) => ({ place, page: index.page(place) }))
    .sort((left, right) => byCodePoint(left.page.path, right.page.path));
  for (const { place, page } of places) builder.keep(page, placeIn(segments, place));
  const { projectId, revisionId, baseUrls, leftOut } = index;
  const parts = { projectId, revisionId, baseUrls, leftOut, gone: new Uint32Array() };
  return openIndex({ ...parts, segments: [builder.finish()] });
}

function roomBeside(pages: number): number {
  return Math.max(leastBeside, Math.min(mostBeside, Math.ceil(shareBeside * pages)));
}

async function readPages(db: Database, { revisionId }: LoadInput): Promise<VisiblePage[]> {
  const pages = await visiblePages(db, revisionId);
  return pages.sort((left, right) => byCodePoint(left.path, right.path));
}

type Changes = {
  /** Pages that are new, or of which anything is different. */
  changed: VisiblePage[];
  /** Places of pages that are gone or changed. */
  gone: Set<number>;
  /** How many pages will stand beside those of the first segment. */
  beside: number;
  /** Every page of the revision, by path. */
  allPages(): VisiblePage[];
};

/** Of a revision near that of the other index only the pages are read that may be different. */
async function changesOf(db: Database, input: LoadInput, from: ProjectIndex): Promise<Changes> {
  const before = from.overlay ?? (await overlayOf(db, from.revisionId));
  const apart = pathsApart(before, await overlayOf(db, input.revisionId));
  const pages = await (apart
    ? visiblePages(db, input.revisionId, [...apart])
    : visiblePages(db, input.revisionId));
  const read = new Map(pages.map((page) => [page.path, page]));
  const gone = new Set<number>();
  const changed = pages.filter((page) => {
    const place = from.placeOf(page.path);
    if (place >= 0 && isSame(from, place, page)) return false;
    if (place >= 0) gone.add(place);
    return true;
  });
  for (const path of apart ?? livePaths(from))
    if (!read.has(path) && from.placeOf(path) >= 0) gone.add(from.placeOf(path));
  const stays = placesBeside(from).filter((place) => !gone.has(place)).length;
  return {
    changed: changed.sort((left, right) => byCodePoint(left.path, right.path)),
    gone,
    beside: changed.length + stays,
    allPages() {
      const kept = livePlaces(from).filter((place) => !gone.has(place));
      const all = [...changed, ...kept.map((place) => from.page(place))];
      return all.sort((left, right) => byCodePoint(left.path, right.path));
    },
  };
}

function isSame(from: ProjectIndex, place: number, page: VisiblePage): boolean {
  const { source, place: own } = placeIn(from.segments, place);
  return from.segments[source]?.pageTexts.at(own) === pageText(page);
}

function livePlaces({ pageCount, isLive }: ProjectIndex): number[] {
  const places = Array.from({ length: pageCount }, (_, place) => place);
  return isLive ? places.filter((place) => isLive[place] === 1) : places;
}

function livePaths(index: ProjectIndex): string[] {
  return livePlaces(index).map((place) => index.path(place));
}

function placesBeside({ segments, pageCount }: ProjectIndex): number[] {
  const first = segments[0]?.pages ?? 0;
  return Array.from({ length: pageCount - first }, (_, at) => first + at);
}

function placeIn(segments: ProjectIndex["segments"], place: number) {
  const first = segments[0]?.pages ?? 0;
  return place < first ? { source: 0, place } : { source: 1, place: place - first };
}

/** Leaves the first segment as it is, and makes the second anew: out of the one before and what has changed. */
async function putBeside(
  db: Database,
  input: LoadInput,
  { from, changes }: { from: ProjectIndex; changes: Changes },
): Promise<ProjectIndex | undefined> {
  const [first, second] = from.segments;
  if (first === undefined) return undefined;
  const { projectId, revisionId, dimensions, keepHashes } = input;
  const baseUrls = await sourceBaseUrls(db, projectId);
  const goneFromFirst = [...changes.gone].filter((place) => place < first.pages);
  const gone = Uint32Array.from([...from.gone, ...goneFromFirst]).sort();
  const parts = { projectId, revisionId, baseUrls, leftOut: 0, gone };
  if (changes.changed.length === 0 && changes.gone.size === goneFromFirst.length)
    return openIndex({ ...parts, segments: from.segments });
  const sources = second ? [second] : [];
  const builder = createSegmentBuilder({ sources, dimensions, keepHashes });
  const fresh = await freshPassages(db, projectId, changes.changed);
  const stays = placesBeside(from)
    .filter((place) => !changes.gone.has(place))
    .map((place) => ({ page: from.page(place), place: place - first.pages }));
  const all = [...stays, ...changes.changed.map((page) => ({ page, place: -1 }))];
  all.sort((left, right) => byCodePoint(left.page.path, right.page.path));
  for (const { page, place } of all) {
    if (place >= 0) builder.keep(page, { source: 0, place });
    else builder.add(page, freshOf(page, fresh));
  }
  const segments = all.length > 0 ? [first, builder.finish()] : [first];
  return openIndex({ ...parts, segments });
}

async function loadWhole(
  db: Database,
  input: LoadInput,
  pages: VisiblePage[],
): Promise<ProjectIndex> {
  const whole = await fillIndex(db, input, pages);
  const main = new Set(whole.leftOut === 0 ? pages : mainEditions(pages));
  if (main.size === pages.length) return whole;
  return fillIndex(db, input, pages, (page) => main.has(page));
}

async function fillIndex(
  db: Database,
  input: LoadInput,
  pages: VisiblePage[],
  isWanted: (page: VisiblePage) => boolean = () => true,
): Promise<ProjectIndex> {
  const { projectId, revisionId, from, dimensions, keepHashes } = input;
  const sources = from?.segments ?? [];
  const builder = createSegmentBuilder({ sources, dimensions, keepHashes });
  let [leftOut, isFull] = [0, false];
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    const some = pages.slice(start, start + pagesAtOnce);
    const taken = new Set(some.filter((page) => !isFull && isWanted(page)));
    leftOut += some.length - taken.size;
    const kept = new Map([...taken].map((page) => [page, from && keptPlace(from, page)]));
    const changed = [...taken].filter((page) => kept.get(page) === undefined);
    const fresh = await freshPassages(db, projectId, changed);
    for (const page of some) {
      const place = kept.get(page);
      if (place === undefined) builder.add(page, taken.has(page) ? freshOf(page, fresh) : []);
      else builder.keep(page, placeIn(sources, place));
    }
    input.onGrow?.(builder.bytes());
    isFull ||= builder.bytes() > input.memoryBytes;
    // The store may answer within this turn of the event loop; searches in other indexes wait for the next one.
    if (fresh.size > 0) await setImmediate();
  }
  const baseUrls = await sourceBaseUrls(db, projectId);
  const parts = { projectId, revisionId, baseUrls, leftOut, gone: new Uint32Array() };
  return openIndex({ ...parts, segments: [builder.finish()] });
}

/** Where a page is that is the same in everything that is searched. */
function keptPlace(from: ProjectIndex, page: VisiblePage): number | undefined {
  const place = from.placeOf(page.path);
  if (place < 0) return undefined;
  const { blobHash, title } = from.page(place);
  return blobHash === page.blobHash && title === page.title ? place : undefined;
}

function freshOf(page: VisiblePage, fresh: Map<string, PassageEntry[]>): FreshPassage[] {
  const { title, path } = page;
  const keywords = keywordsOf(page);
  const language: Language = languageOfTag(page.language) ?? "en";
  return (fresh.get(page.blobHash) ?? []).map(({ headings, text, ordinal, vector, textHash }) => {
    const description = ordinal === 0 ? page.description : "";
    const entry = { title, path, headings, text, description, keywords, language };
    return { entry, vector, textHash };
  });
}

const longestKeywords = 2_000;

/** Words that readers may use for what the page is about, from its front matter. */
function keywordsOf({ metadata }: VisiblePage): string {
  const named = [metadata.keywords, metadata.tags].flat();
  return named
    .filter((word) => typeof word === "string")
    .join("\n")
    .slice(0, longestKeywords);
}

async function freshPassages(
  db: Database,
  projectId: string,
  pages: VisiblePage[],
): Promise<Map<string, PassageEntry[]>> {
  const hashes = [...new Set(pages.map((page) => page.blobHash))];
  const passages = hashes.length === 0 ? [] : await passagesOfBlobs(db, projectId, hashes);
  return Map.groupBy(passages, (passage) => passage.blobHash);
}
