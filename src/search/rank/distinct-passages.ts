import { once } from "../../lib/once.ts";

const shingleLength = 12;
const nearlyAll = 0.8;
const longestCompared = 4_000;

/** A text with the tokens that occur in it, in rising order; none where nobody has cut it. */
type Said = { text: string; tokens: Uint32Array };

/**
 * Whether a text says something that none of those before it said: nearly the same text counts once. Runs of letters and
 * digits are compared, in any script, so that marks and line breaks make no difference. That is dear, so texts with other tokens are
 * told apart by those.
 */
export function createDistinct(): (said: Said) => boolean {
  const known: { tokens: Uint32Array; shingles: () => Set<number> }[] = [];
  return ({ text, tokens }) => {
    const shingles = once(() => shinglesOf(text));
    const isKnown = known.some(
      (other) => mayBeEqual(tokens, other.tokens) && isNearlyEqual(shingles(), other.shingles()),
    );
    if (!isKnown) known.push({ tokens, shingles });
    return !isKnown;
  };
}

const mostlyAll = 0.85;
const fewTokens = 8;

function mayBeEqual(one: Uint32Array, other: Uint32Array): boolean {
  const [less, more] = one.length < other.length ? [one, other] : [other, one];
  if (less.length < fewTokens) return true;
  const wanted = mostlyAll * more.length;
  return less.length >= wanted && countShared(less, more) >= wanted;
}

function countShared(one: Uint32Array, other: Uint32Array): number {
  let [shared, left, right] = [0, 0, 0];
  while (left < one.length && right < other.length) {
    const difference = (one[left] ?? 0) - (other[right] ?? 0);
    if (difference === 0) shared += 1;
    if (difference <= 0) left += 1;
    if (difference >= 0) right += 1;
  }
  return shared;
}

const base = 1_000_003;
const outgoing = Array.from({ length: shingleLength }).reduce<number>(
  (power) => Math.imul(power, base),
  1,
);

/** Every run of so many letters as one number, made from that of the run before it. */
function shinglesOf(text: string): Set<number> {
  const letters = text
    .slice(0, longestCompared)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
  const shingles = new Set<number>();
  let hash = 0;
  for (let at = 0; at < letters.length; at += 1) {
    hash = (Math.imul(hash, base) + letters.charCodeAt(at)) | 0;
    const gone = at - shingleLength;
    if (gone >= 0) hash = (hash - Math.imul(letters.charCodeAt(gone), outgoing)) | 0;
    if (gone >= -1) shingles.add(hash);
  }
  return shingles.size > 0 ? shingles : shingles.add(hash);
}

/** By the share of all runs that both have. */
function isNearlyEqual(one: Set<number>, other: Set<number>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size < nearlyAll * large.size) return false;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared += 1;
  return shared >= nearlyAll * (small.size + large.size - shared);
}
