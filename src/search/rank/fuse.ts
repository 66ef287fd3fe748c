import { createHighest } from "./highest.ts";
import type { Nearest } from "./nearest.ts";

/** Scores of passages, by words and by meaning. */
export type Rankings = {
  /** Of all passages. */
  keyword: Float32Array;
  /** Those that are closest by the bundled embedder, of the passages that are meant. */
  nearest: Nearest;
  /** Those of a second embedder, as far as they have come: `isThere` is 1 for the passages that have one. */
  provided?: { similarities: Float32Array; isThere: Uint8Array } | undefined;
  /** 0 for passages that must not decide how the others are spread; undefined where there are none. */
  isMeant?: Uint8Array | undefined;
  /** Of the meaning, for passages with a provided similarity and for the others. */
  weights: { provided: number; bundled: number };
};

/** Passages less close in meaning than so many others have no meaning in common with the question. */
const meantPassages = 100;

/**
 * Words and meaning as one ranking: each brought to 0..1, then added by weight. Provided similarities are spread over the
 * range that the bundled ones have on the same passages: all of 0..1 once every passage has one, and no undue lift for
 * the first that do. The scores by words are overwritten.
 */
export function fuse({ keyword, nearest, provided, isMeant, weights }: Rankings): Float32Array {
  // Zero keyword score means no word in common, so it stays zero; cosines have no such bottom, and one is made for them.
  const byWords = spreadOf(keyword, 0, isMeant);
  const { slots, similarities } = nearest;
  const byMeaning = spreadOf(similarities, bottomOf(similarities));
  if (provided) {
    const meanings = new Float32Array(keyword.length).fill(byMeaning.level);
    for (let at = 0; at < slots.length; at += 1)
      meanings[slots[at] ?? 0] = spread(byMeaning, similarities[at] ?? 0);
    const words = keyword.map((score) => spread(byWords, score));
    const isThere = isMeant ? bothOf(provided.isThere, isMeant) : provided.isThere;
    return fuseProvided({ words, meanings, provided: { ...provided, isThere }, weights });
  }
  const [ofWords, ofMeaning] = [1 - weights.bundled, weights.bundled];
  const fused = similarities.map(
    (score, at) =>
      ofWords * spread(byWords, keyword[slots[at] ?? 0] ?? 0) +
      ofMeaning * spread(byMeaning, score),
  );
  const least = ofMeaning * byMeaning.level;
  const { steepness } = byWords;
  // What `spread` gives, without a call for each of a million passages.
  for (let slot = 0; slot < keyword.length; slot += 1) {
    const score = keyword[slot] ?? 0;
    if (score > 0 || least > 0) keyword[slot] = ofWords * (score * steepness) + least;
  }
  for (let at = 0; at < slots.length; at += 1) keyword[slots[at] ?? 0] = fused[at] ?? 0;
  return keyword;
}

/** What is there and is meant: the rest is multiplied by 0 in the end, whatever its score. */
function bothOf(isThere: Uint8Array, isMeant: Uint8Array): Uint8Array {
  return isThere.map((there, slot) => there & (isMeant[slot] ?? 0));
}

type SpreadRankings = Pick<Rankings, "weights"> & {
  words: Float32Array;
  meanings: Float32Array;
  provided: NonNullable<Rankings["provided"]>;
};

function fuseProvided({ words, meanings, provided, weights }: SpreadRankings): Float32Array {
  const meaningOf = scaledTo(meanings, provided);
  return words.map((score, position) => {
    const isProvided = provided.isThere[position] === 1;
    const weight = isProvided ? weights.provided : weights.bundled;
    const meaning = isProvided ? meaningOf(position) : (meanings[position] ?? 0);
    return (1 - weight) * score + weight * meaning;
  });
}

function scaledTo(
  meanings: Float32Array,
  { similarities, isThere }: NonNullable<Rankings["provided"]>,
): (position: number) => number {
  const bottom = { from: bottomOf(similarities, isThere), to: bottomOf(meanings, isThere) };
  const range = highestOf(similarities, isThere) - bottom.from;
  const steepness = range > 0 ? (highestOf(meanings, isThere) - bottom.to) / range : 0;
  return (position) =>
    Math.max(0, bottom.to + ((similarities[position] ?? 0) - bottom.from) * steepness);
}

/** How scores are brought to 0..1; where all are equal, to the same value. */
type Spread = { bottom: number; steepness: number; level: number };

export function spreadOf(scores: Float32Array, bottom: number, isMeant?: Uint8Array): Spread {
  const highest = highestOf(scores, isMeant);
  if (highest > bottom) return { bottom, steepness: 1 / (highest - bottom), level: 0 };
  return { bottom, steepness: 0, level: highest > 0 ? 1 : 0 };
}

export function spread({ bottom, steepness, level }: Spread, score: number): number {
  return level + (score > bottom ? (score - bottom) * steepness : 0);
}

function highestOf(scores: Float32Array, isThere?: Uint8Array): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < scores.length; position += 1) {
    const score = scores[position] ?? 0;
    if (score > highest && isThere?.[position] !== 0) highest = score;
  }
  return highest;
}

/** The hundredth of the highest scores, or the lowest where there are fewer. */
export function bottomOf(scores: Float32Array, isThere?: Uint8Array): number {
  const best = createHighest(meantPassages);
  for (let position = 0; position < scores.length; position += 1)
    if (isThere?.[position] !== 0) best.add(scores[position] ?? 0);
  return best.least();
}
