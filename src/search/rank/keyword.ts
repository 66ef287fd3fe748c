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
  /** Of terms that were asked for. */
  frequencies: Map<string, number>;
};

const saturation = 1.5;
const lengthPenalty = 0.75;
const mostRemembered = 20_000;

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
  return { size, slotCount, meanLength, parts, dead, frequencies: new Map() };
}

function deadIn(slotCount: number, slots: Uint32Array) {
  const isLive = new Uint8Array(slotCount).fill(1);
  for (const slot of slots) isLive[slot] = 0;
  return { slots, isLive };
}

/** One score per slot; 0 where no term occurs. Those of passages that are gone mean nothing. */
export function searchKeyword(index: KeywordIndex, weights: Map<string, number>): Float32Array {
  const scores = new Float32Array(index.slotCount);
  const flat = 10 * saturation * (1 - lengthPenalty);
  const slope = (10 * saturation * lengthPenalty) / index.meanLength;
  for (const [term, weight] of weights) {
    const factor = weight * idf(index, term) * (saturation + 1);
    for (const part of index.parts) {
      const { start, end } = postingsOf(part, term);
      const { slots, frequencies, lengths, firstSlot } = part;
      for (let at = start; at < end; at += 1) {
        const own = slots[at] ?? 0;
        const frequency = (frequencies[at] ?? 0) & largestFrequency;
        const norm = flat + slope * (lengths[own] ?? 0);
        const slot = firstSlot + own;
        scores[slot] = (scores[slot] ?? 0) + (factor * frequency) / (frequency + norm);
      }
    }
  }
  return scores;
}

/** Inverse document frequency; a term no passage has gets the highest value there is. */
export function idf(index: KeywordIndex, term: string): number {
  const frequency = documentFrequency(index, term);
  return Math.log(1 + (index.size - frequency + 0.5) / (frequency + 0.5));
}

/** How many passages have a term; those that are gone do not count. */
export function documentFrequency(index: KeywordIndex, term: string): number {
  const known = index.frequencies.get(term);
  if (known !== undefined) return known;
  let frequency = 0;
  for (const [number, part] of index.parts.entries()) {
    const { start, end } = postingsOf(part, term);
    frequency += end - start;
    if (number === 0 && index.dead) frequency -= deadAmong(part, { start, end }, index.dead);
  }
  if (index.frequencies.size >= mostRemembered) index.frequencies.clear();
  index.frequencies.set(term, frequency);
  return frequency;
}

type Range = { start: number; end: number };

const manyTimes = 8;

/** How many of some postings are of passages that are gone: the shorter list is gone through. */
function deadAmong({ slots }: Part, range: Range, dead: NonNullable<KeywordIndex["dead"]>): number {
  let count = 0;
  if (range.end - range.start <= dead.slots.length * manyTimes) {
    for (let at = range.start; at < range.end; at += 1)
      if (dead.isLive[slots[at] ?? 0] === 0) count += 1;
    return count;
  }
  for (const slot of dead.slots) if (holds(slots, range, slot)) count += 1;
  return count;
}

/** Whether the docs use the term as a word, not only inside identifiers. */
export function isOwnWord(index: KeywordIndex, term: string): boolean {
  return index.parts.some((part, number) => {
    const id = placeOf(part.terms, term);
    if (id < 0 || part.ownWords[id] !== 1) return false;
    if (number > 0 || !index.dead) return true;
    const end = part.offsets[id + 1] ?? 0;
    for (let at = part.offsets[id] ?? 0; at < end; at += 1) {
      const isLive = index.dead.isLive[part.slots[at] ?? 0] === 1;
      if (isLive && ((part.frequencies[at] ?? 0) & ownWordBit) !== 0) return true;
    }
    return false;
  });
}

/** How some passages use a term: as a word, only inside identifiers, or not at all. */
export function roleOfTerm(
  index: KeywordIndex,
  term: string,
  isMeant: (slot: number) => boolean,
): "word" | "part" | "none" {
  const mayBeWord = isOwnWord(index, term);
  let isFound = false;
  for (const part of index.parts) {
    const { start, end } = postingsOf(part, term);
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
  const part = index.parts.findLast(({ firstSlot }) => firstSlot <= slot);
  return part !== undefined && holds(part.slots, postingsOf(part, term), slot - part.firstSlot);
}

function holds(slots: Uint32Array, { start, end }: Range, slot: number): boolean {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = slots[middle] ?? 0;
    if (found === slot) return true;
    if (found < slot) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** Slots of live passages that have a term, as they come, up to so many. */
export function* slotsWith(index: KeywordIndex, term: string, most: number): Generator<number> {
  let left = most;
  for (const part of index.parts) {
    const { start, end } = postingsOf(part, term);
    for (let at = start; at < end && left > 0; at += 1, left -= 1) {
      const slot = part.firstSlot + (part.slots[at] ?? 0);
      if (index.dead?.isLive[slot] !== 0) yield slot;
    }
  }
}

function postingsOf({ terms, offsets }: Part, term: string): Range {
  const id = placeOf(terms, term);
  return id < 0 ? { start: 0, end: 0 } : { start: offsets[id] ?? 0, end: offsets[id + 1] ?? 0 };
}
