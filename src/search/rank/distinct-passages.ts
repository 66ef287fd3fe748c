import { once } from "../../lib/once.ts";

const shingleLength = 12;
const nearlyAll = 0.8;
const longestCompared = 4_000;

/** A text with the tokens that occur in it; none where nobody has cut it. */
type Said = { text: string; tokens: Uint32Array };

/**
 * Whether a text says something that none of those before it said: nearly the same text counts once. Runs of letters and
 * digits are compared, in any script, so that marks and line breaks make no difference. That is dear, so texts with other tokens are
 * told apart by those.
 */
export function createDistinct(): (said: Said) => boolean {
  const known: { tokens: Set<number>; shingles: () => Set<string> }[] = [];
  return ({ text, tokens: list }) => {
    const tokens = new Set(list);
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

function mayBeEqual(one: Set<number>, other: Set<number>): boolean {
  if (Math.min(one.size, other.size) < fewTokens) return true;
  return one.intersection(other).size >= mostlyAll * Math.max(one.size, other.size);
}

function shinglesOf(text: string): Set<string> {
  const letters = text
    .slice(0, longestCompared)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
  const shingles = new Set<string>();
  const last = Math.max(0, letters.length - shingleLength);
  for (let at = 0; at <= last; at += 1) shingles.add(letters.slice(at, at + shingleLength));
  return shingles;
}

/** By the share of all runs that both have. */
function isNearlyEqual(one: Set<string>, other: Set<string>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size < nearlyAll * large.size) return false;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared += 1;
  return shared >= nearlyAll * (small.size + large.size - shared);
}
