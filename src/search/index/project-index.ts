import { passageId } from "../../store/docs/blobs.ts";
import type { Overlay } from "../../store/docs/page-overlays.ts";
import type { VisiblePage } from "../../store/docs/pages.ts";
import type { Language } from "../../text/language.ts";
import { type KeywordIndex, openKeywords } from "../rank/keyword.ts";
import { type BaseUrls, readPageText } from "../segment/page-text.ts";
import type { Segment } from "../segment/segment.ts";
import { byCodePoint, placeOf } from "../segment/strings.ts";
import {
  type CountedFact,
  editionsOfFacts,
  type IndexEditions,
  languagesOf,
} from "./read-editions.ts";

/** What an index is made of. */
export type IndexParts = {
  projectId: string;
  revisionId: string;
  /** The pages as they once were, and behind them those that have come or changed since; none of these is there twice. */
  segments: Segment[];
  /** Pages of the first segment that are gone or stand in the second one, by rising place. */
  gone: Uint32Array;
  baseUrls: BaseUrls;
  /** What the revision lies over, where that was known when the index was stored. */
  overlay?: Overlay | undefined;
  /** How many pages cannot be found, because there was no memory for their passages. */
  leftOut: number;
};

/**
 * Everything needed to rank the passages of one revision. Pages have places and passages have slots, first those of the
 * first segment, then those of the second; places and slots of pages that are gone are passed over. Texts stay in the store.
 */
export type ProjectIndex = IndexParts & {
  /** Places of pages, with those that are gone. */
  pageCount: number;
  /** 0 for pages that are gone; undefined where none is. */
  isLive: Uint8Array | undefined;
  /** First slot of each page, and one past the last page's end. */
  firstSlots: Uint32Array;
  /** What kind each page is of, by number. */
  pageKinds: Uint8Array;
  pageOf(slot: number): number;
  page(place: number): VisiblePage;
  path(place: number): string;
  /** Where the page of a path is; -1 where there is none. */
  placeOf(path: string): number;
  passageId(slot: number): string;
  /** Whether the first of two slots stands before the other in the docs, by path. */
  isBefore(slot: number, other: number): boolean;
  keyword: KeywordIndex;
  /** Undefined where every page exists in one version and one language. */
  editions: IndexEditions | undefined;
  /** Languages the pages are written in, the most common first. */
  languages: Language[];
  /** Vectors of the configured embedder, as far as they have come. */
  provided: ProvidedVectors | undefined;
};

export type ProvidedVectors = {
  dimensions: number;
  /** For each segment. */
  parts: ProvidedPart[];
};

export type ProvidedPart = {
  rows: Uint8Array;
  /** 1 for slots whose vector has come. */
  isThere: Uint8Array;
};

export function openIndex(parts: IndexParts): ProjectIndex {
  const { projectId, segments, gone, baseUrls } = parts;
  const [first, second] = segments;
  const firstPages = first?.pages ?? 0;
  const firstPassages = first?.passages ?? 0;
  const pageCount = segments.reduce((sum, { pages }) => sum + pages, 0);
  const isLive = gone.length > 0 ? livePages(pageCount, gone) : undefined;
  const firstSlots = joinedSlots(segments);
  const segmentOf = (place: number) => (place < firstPages ? first : second);
  const within = (place: number) => (place < firstPages ? place : place - firstPages);
  const pageOf = (slot: number) =>
    slot < firstPassages
      ? (first?.pageOf[slot] ?? 0)
      : firstPages + (second?.pageOf[slot - firstPassages] ?? 0);
  const path = (place: number) => segmentOf(place)?.paths.at(within(place)) ?? "";
  const page = remembered((place: number) => {
    const text = segmentOf(place)?.pageTexts.at(within(place)) ?? "{}";
    return readPageText(text, path(place), baseUrls);
  });
  const facts = countFacts(segments, gone);
  return {
    ...parts,
    pageCount,
    isLive,
    firstSlots,
    pageKinds: joined(segments.map(({ pageKinds }) => pageKinds)),
    pageOf,
    path,
    page,
    placeOf(wanted) {
      const inSecond = second ? placeOf(second.paths, wanted) : -1;
      if (inSecond >= 0) return firstPages + inSecond;
      const place = first ? placeOf(first.paths, wanted) : -1;
      return isLive?.[place] === 0 ? -1 : place;
    },
    passageId(slot) {
      const place = pageOf(slot);
      return passageId(projectId, page(place).blobHash, slot - (firstSlots[place] ?? 0));
    },
    isBefore(slot, other) {
      const isInFirst = slot < firstPassages;
      if (isInFirst === other < firstPassages) return slot < other;
      return byCodePoint(path(pageOf(slot)), path(pageOf(other))) < 0;
    },
    keyword: openKeywords(segments, deadSlots(first, gone)),
    editions: editionsOf(segments, facts),
    languages: languagesOf(facts.counted),
    provided: undefined,
  };
}

const mostRemembered = 64;

/** A search asks for the same few pages again and again. */
function remembered(read: (place: number) => VisiblePage): (place: number) => VisiblePage {
  const known = new Map<number, VisiblePage>();
  return (place) => {
    const found = known.get(place) ?? read(place);
    if (known.size >= mostRemembered) known.clear();
    known.set(place, found);
    return found;
  };
}

/** The memory of its segments. */
export function indexBytes({ segments }: Pick<IndexParts, "segments">): number {
  return segments.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

function livePages(pageCount: number, gone: Uint32Array): Uint8Array {
  const isLive = new Uint8Array(pageCount).fill(1);
  for (const place of gone) isLive[place] = 0;
  return isLive;
}

function joinedSlots([first, second]: Segment[]): Uint32Array {
  if (!first) return new Uint32Array(1);
  if (!second) return first.firstSlots;
  const slots = new Uint32Array(first.pages + second.pages + 1);
  slots.set(first.firstSlots);
  for (let place = 0; place <= second.pages; place += 1)
    slots[first.pages + place] = first.passages + (second.firstSlots[place] ?? 0);
  return slots;
}

/** Arrays one behind the other. */
export function joined([first = new Uint8Array(), second]: Uint8Array[]): Uint8Array {
  if (!second) return first;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function deadSlots(first: Segment | undefined, gone: Uint32Array): Uint32Array {
  const slots: number[] = [];
  for (const place of gone) {
    const end = first?.firstSlots[place + 1] ?? 0;
    for (let slot = first?.firstSlots[place] ?? 0; slot < end; slot += 1) slots.push(slot);
  }
  return Uint32Array.from(slots);
}

type Facts = {
  counted: CountedFact[];
  /** For each segment, the numbers of its facts among all. */
  numbers: number[][];
};

function countFacts(segments: Segment[], gone: Uint32Array): Facts {
  const places = new Map<string, number>();
  const counted: CountedFact[] = [];
  const numbers = segments.map(({ facts, factCounts }) =>
    facts.map((fact, own) => {
      const key = JSON.stringify(fact);
      const number = places.get(key) ?? counted.push({ fact, count: 0 }) - 1;
      places.set(key, number);
      const one = counted[number];
      if (one) one.count += factCounts[own] ?? 0;
      return number;
    }),
  );
  for (const place of gone) {
    const one = counted[numbers[0]?.[segments[0]?.factOf[place] ?? 0] ?? 0];
    if (one) one.count -= 1;
  }
  return { counted, numbers };
}

function editionsOf(segments: Segment[], { counted, numbers }: Facts): IndexEditions | undefined {
  const found = editionsOfFacts(counted);
  if (found === undefined) return undefined;
  const { editionOfFact, ...editions } = found;
  const pageCount = segments.reduce((sum, { pages }) => sum + pages, 0);
  const editionOf = new Uint32Array(pageCount);
  let place = 0;
  for (const [segment, { factOf }] of segments.entries())
    for (const fact of factOf) {
      editionOf[place] = editionOfFact[numbers[segment]?.[fact] ?? 0] ?? 0;
      place += 1;
    }
  return { ...editions, editionOf, ...topicsOf(segments, pageCount) };
}

const knownTopics = new WeakMap<Segment, Map<number, number>>();

/** What pages share with themselves in other editions, numbered in the order of their places. */
function topicsOf(segments: Segment[], pageCount: number) {
  const topicOf = new Uint32Array(pageCount);
  const [first, second] = segments;
  const known = (first && knownTopics.get(first)) ?? new Map<number, number>();
  const numberOf = (numbers: Map<number, number>, topic: number, next: number) => {
    const number = numbers.get(topic) ?? next;
    if (number === next) numbers.set(topic, next);
    return number;
  };
  for (let place = 0; place < (first?.pages ?? 0); place += 1)
    topicOf[place] = numberOf(known, first?.topics[place] ?? 0, known.size);
  if (first) knownTopics.set(first, known);
  const added = new Map<number, number>();
  for (let place = 0; place < (second?.pages ?? 0); place += 1) {
    const topic = second?.topics[place] ?? 0;
    topicOf[(first?.pages ?? 0) + place] =
      known.get(topic) ?? numberOf(added, topic, known.size + added.size);
  }
  return { topicOf, topics: known.size + added.size };
}
