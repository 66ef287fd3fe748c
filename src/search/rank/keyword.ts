import { largestFrequency, ownWordBit } from "../segment/count-terms.ts";
import type { Segment } from "../segment/segment.ts";
import { placeOf } from "../segment/strings.ts";

type Part = Pick<
  Segment,
  "terms" | "offsets" | "slots" | "frequencies" | "ownWords" | "lengths" | "passages" | "lengthSum"
>;

/** The words of some segments, whose slots follow each other, as if they were one. */
export type KeywordIndex = {
  /** How many passages there are, without those that are gone. */
  size: number;
  /** How many slots there are, with those that are gone. */
  slotCount: number;
  /** Weighted number of terms of a passage, on average, in tenths. */
  meanLength: number;
  parts: (Part & { firstSlot: number })[];
  /** Slots of passages that are gone, rising, and 0 for each of them; undefined where none is. */
  dead: { slots: Uint32Array; isLive: Uint8Array } | undefined;
  /** Terms that were asked for. */
  known: Map<string, FoundTerm>;
};

type FoundTerm = {
  /** In how many passages it stands; those that are gone do not count. */
  frequency: number;
  /** Its postings in each part. */
  ranges: Range[];
  /** Whether the docs use it as a word; undefined until somebody asks. */
  isOwnWord: boolean | undefined;
};

/** `id` is the number of the term, -1 where there is none. */
type Range = { start: number; end: number; id: number };

const saturation = 1.5;
const lengthPenalty = 0.75;
const mostRemembered = 5_000;

export function openKeywords(segments: Part[], deadSlots: Uint32Array): KeywordIndex {
  let [slotCount, lengthSum] = [0, 0];
  const parts = segments.map((segment) => {
    const firstSlot = slotCount;
    slotCount += segment.passages;
    lengthSum += segment.lengthSum;
    return { ...segment, firstSlot };
  });
  const [first] = parts;
  for (const slot of deadSlots) lengthSum -= first?.lengths[slot] ?? 0;
  const size = slotCount - deadSlots.length;
  const meanLength = lengthSum / size || 10;
  const dead = deadSlots.length > 0 ? deadIn(slotCount, deadSlots) : undefined;
  return { size, slotCount, meanLength, parts, dead, known: new Map() };
}

function deadIn(slotCount: number, slots: Uint32Array) {
  const isLive = new Uint8Array(slotCount).fill(1);
  for (const slot of slots) isLive[slot] = 0;
  return { slots, isLive };
}

/** One score per slot; 0 where no term occurs. Those of passages that are gone mean nothing. */
export function searchKeyword(
  index: KeywordIndex,
  weights: Map<string, number>,
  scores: Float32Array = new Float32Array(index.slotCount),
): Float32Array {
  for (const term of askedTerms(index, weights)) addTerm(index, term, scores);
  return scores;
}

/** A term of a question. */
export type AskedTerm = {
  /** What it adds to a score is always less. */
  most: number;
  /** How many passages have it, with those that are gone. */
  postings: number;
  ranges: Range[];
};

/** Those that may add most come first. Scores are sums in this order, whoever adds them up. */
export function askedTerms(index: KeywordIndex, weights: Map<string, number>): AskedTerm[] {
  const terms = [...weights].map(([term, weight]) => {
    const { ranges } = findTerm(index, term);
    const postings = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    return { most: weight * idf(index, term) * (saturation + 1), postings, ranges };
  });
  return terms.filter(({ most }) => most > 0).sort((left, right) => right.most - left.most);
}

/** Adds what a term is worth to the score of each slot that has it, and keeps those that had no score before. */
export function addTerm(
  index: KeywordIndex,
  { most, ranges }: AskedTerm,
  scores: Float32Array,
  found?: FoundSlots,
): void {
  const { flat, slope } = normOf(index);
  for (const [number, { slots, frequencies, lengths, firstSlot }] of index.parts.entries()) {
    const { start, end } = ranges[number] ?? nowhere;
    for (let at = start; at < end; at += 1) {
      const own = slots[at] ?? 0;
      const frequency = (frequencies[at] ?? 0) & largestFrequency;
      const norm = flat + slope * (lengths[own] ?? 0);
      const slot = firstSlot + own;
      const before = scores[slot] ?? 0;
      scores[slot] = before + (most * frequency) / (frequency + norm);
      if (found === undefined || before !== 0) continue;
      found.slots[found.count] = slot;
      found.count += 1;
    }
  }
}

/** Slots in the order they were found in; there is room for more behind them. */
export type FoundSlots = { slots: Uint32Array; count: number };

/** What a term adds to the score of a slot. */
export function worthOf(index: KeywordIndex, { most, ranges }: AskedTerm, slot: number): number {
  const number = partOf(index, slot);
  const part = index.parts[number];
  if (part === undefined) return 0;
  const own = slot - part.firstSlot;
  const at = postingOf(part.slots, ranges[number] ?? nowhere, own);
  if (at < 0) return 0;
  const { flat, slope } = normOf(index);
  const frequency = (part.frequencies[at] ?? 0) & largestFrequency;
  return (most * frequency) / (frequency + flat + slope * (part.lengths[own] ?? 0));
}

function normOf({ meanLength }: KeywordIndex) {
  return {
    flat: 10 * saturation * (1 - lengthPenalty),
    slope: (10 * saturation * lengthPenalty) / meanLength,
  };
}

/** Inverse document frequency; a term no passage has gets the highest value there is. */
export function idf(index: KeywordIndex, term: string): number {
  const frequency = documentFrequency(index, term);
  return Math.log(1 + (index.size - frequency + 0.5) / (frequency + 0.5));
}

/** How many passages have a term; those that are gone do not count. */
export function documentFrequency(index: KeywordIndex, term: string): number {
  return findTerm(index, term).frequency;
}

/** A question looks up the same few terms over and over. */
function findTerm(index: KeywordIndex, term: string): FoundTerm {
  const known = index.known.get(term);
  if (known !== undefined) return known;
  const ranges = index.parts.map((part) => postingsOf(part, term));
  let frequency = 0;
  for (const [number, range] of ranges.entries()) {
    frequency += range.end - range.start;
    const part = index.parts[number];
    if (number === 0 && index.dead && part) frequency -= deadAmong(part, range, index.dead);
  }
  const found: FoundTerm = { frequency, ranges, isOwnWord: undefined };
  if (index.known.size >= mostRemembered) index.known.clear();
  index.known.set(term, found);
  return found;
}

const nowhere: Range = { start: 0, end: 0, id: -1 };

const manyTimes = 8;

/** How many of some postings are of passages that are gone: the shorter list is gone through. */
function deadAmong({ slots }: Part, range: Range, dead: NonNullable<KeywordIndex["dead"]>): number {
  let count = 0;
  if (range.end - range.start <= dead.slots.length * manyTimes) {
    for (let at = range.start; at < range.end; at += 1)
      if (dead.isLive[slots[at] ?? 0] === 0) count += 1;
    return count;
  }
  for (const slot of dead.slots) if (postingOf(slots, range, slot) >= 0) count += 1;
  return count;
}

/** Whether the docs use the term as a word, not only inside identifiers. */
export function isOwnWord(index: KeywordIndex, term: string): boolean {
  const found = findTerm(index, term);
  found.isOwnWord ??= index.parts.some((part, number) => {
    const { id, start, end } = found.ranges[number] ?? nowhere;
    if (id < 0 || part.ownWords[id] !== 1) return false;
    if (number > 0 || !index.dead) return true;
    for (let at = start; at < end; at += 1) {
      const isLive = index.dead.isLive[part.slots[at] ?? 0] === 1;
      if (isLive && ((part.frequencies[at] ?? 0) & ownWordBit) !== 0) return true;
    }
    return false;
  });
  return found.isOwnWord;
}

/** How some passages use a term: as a word, only inside identifiers, or not at all. */
export function roleOfTerm(
  index: KeywordIndex,
  term: string,
  isMeant: (slot: number) => boolean,
): "word" | "part" | "none" {
  const mayBeWord = isOwnWord(index, term);
  let isFound = false;
  const { ranges } = findTerm(index, term);
  for (const [number, part] of index.parts.entries()) {
    const { start, end } = ranges[number] ?? nowhere;
    for (let at = start; at < end; at += 1) {
      const slot = part.firstSlot + (part.slots[at] ?? 0);
      if (index.dead?.isLive[slot] === 0 || !isMeant(slot)) continue;
      if (((part.frequencies[at] ?? 0) & ownWordBit) !== 0) return "word";
      isFound = true;
      if (!mayBeWord) break;
    }
  }
  return isFound ? "part" : "none";
}

export function holdsTerm(index: KeywordIndex, slot: number, term: string): boolean {
  const number = partOf(index, slot);
  const part = index.parts[number];
  const range = findTerm(index, term).ranges[number];
  return part && range ? postingOf(part.slots, range, slot - part.firstSlot) >= 0 : false;
}

function partOf({ parts }: KeywordIndex, slot: number): number {
  let number = parts.length - 1;
  while (number > 0 && (parts[number]?.firstSlot ?? 0) > slot) number -= 1;
  return number;
}

/** Where the posting of a slot stands; -1 where there is none. */
function postingOf(slots: Uint32Array, { start, end }: Range, slot: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = slots[middle] ?? 0;
    if (found === slot) return middle;
    if (found < slot) low = middle + 1;
    else high = middle;
  }
  return -1;
}

/** Slots of live passages that have a term, as they come, up to so many. */
export function* slotsWith(index: KeywordIndex, term: string, most: number): Generator<number> {
  let left = most;
  const { ranges } = findTerm(index, term);
  for (const [number, part] of index.parts.entries()) {
    const { start, end } = ranges[number] ?? nowhere;
    for (let at = start; at < end && left > 0; at += 1, left -= 1) {
      const slot = part.firstSlot + (part.slots[at] ?? 0);
      if (index.dead?.isLive[slot] !== 0) yield slot;
    }
  }
}

function postingsOf({ terms, offsets }: Part, term: string): Range {
  const id = placeOf(terms, term);
  return id < 0 ? nowhere : { start: offsets[id] ?? 0, end: offsets[id + 1] ?? 0, id };
}
