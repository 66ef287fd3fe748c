/** Scores of all passages, by words and by meaning. */
export type Rankings = {
  keyword: Float32Array;
  /** Similarities by the bundled embedder. */
  bundled: Float32Array;
  /** Those of a second embedder, as far as they have come: `isThere` is 1 for the passages that have one. */
  provided?: { similarities: Float32Array; isThere: Uint8Array } | undefined;
  /** Of the meaning, for passages with a provided similarity and for the others. */
  weights: { provided: number; bundled: number };
};

/** Passages less close in meaning than so many others have no meaning in common with the question. */
const meantPassages = 100;

/**
 * Words and meaning as one ranking: each brought to 0..1, then added by weight. Provided similarities are spread over the
 * range that the bundled ones have on the same passages: all of 0..1 once every passage has one, and no undue lift for
 * the first that do.
 */
export function fuse({ keyword, bundled, provided, weights }: Rankings): Float32Array {
  // Zero keyword score means no word in common, so it stays zero; cosines have no such bottom, and one is made for them.
  const fused = spread(keyword, 0);
  const meanings = spread(bundled, bottomOf(bundled));
  const meaningOf = provided && scaledTo(meanings, provided);
  for (let position = 0; position < fused.length; position += 1) {
    const isProvided = provided !== undefined && provided.isThere[position] === 1;
    const weight = isProvided ? weights.provided : weights.bundled;
    const meaning = isProvided ? meaningOf?.(position) : meanings[position];
    fused[position] = (1 - weight) * (fused[position] ?? 0) + weight * (meaning ?? 0);
  }
  return fused;
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

function spread(scores: Float32Array, bottom: number): Float32Array {
  const highest = highestOf(scores);
  const range = highest - bottom;
  const spreadOut = new Float32Array(scores.length);
  if (range <= 0) return spreadOut.fill(highest > 0 ? 1 : 0);
  for (let position = 0; position < scores.length; position += 1)
    spreadOut[position] = Math.max(0, ((scores[position] ?? 0) - bottom) / range);
  return spreadOut;
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
function bottomOf(scores: Float32Array, isThere?: Uint8Array): number {
  const best: number[] = [];
  for (let position = 0; position < scores.length; position += 1) {
    const score = scores[position] ?? 0;
    const isFull = best.length >= meantPassages;
    if ((isFull && score <= (best[0] ?? 0)) || isThere?.[position] === 0) continue;
    if (isFull) best.shift();
    best.splice(placeAmong(best, score), 0, score);
  }
  return best[0] ?? 0;
}

function placeAmong(rising: number[], score: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) < score) low = middle + 1;
    else high = middle;
  }
  return low;
}
