const shingleLength = 12;
const nearlyAll = 0.8;
const longestCompared = 4_000;

/**
 * Whether a text says something that none of those before it said: nearly the same text counts once. Runs of letters and
 * digits are compared, in any script, so that marks and line breaks make no difference.
 */
export function createDistinct(): (text: string) => boolean {
  const known: Set<string>[] = [];
  return (text) => {
    const shingles = shinglesOf(text);
    if (known.some((other) => isNearlyEqual(shingles, other))) return false;
    known.push(shingles);
    return true;
  };
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
