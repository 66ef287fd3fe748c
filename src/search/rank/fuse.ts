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

/**
 * Words and meaning as one ranking: each brought to 0..1, then added by weight. Provided similarities are spread over the
 * range that the bundled ones have on the same passages: all of 0..1 once every passage has one, and no undue lift for
 * the first that do.
 */
export function fuse({ keyword, bundled, provided, weights }: Rankings): Float32Array {
  // Zero keyword score means no word in common, so it stays zero; cosines have no such bottom and start at the lowest.
  const fused = spread(keyword, 0);
  const meanings = spread(bundled);
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
  const from = rangeOf(similarities, isThere);
  const to = rangeOf(meanings, isThere);
  const steepness =
    from.highest > from.lowest ? (to.highest - to.lowest) / (from.highest - from.lowest) : 0;
  return (position) => to.lowest + ((similarities[position] ?? 0) - from.lowest) * steepness;
}

function spread(scores: Float32Array, bottom?: number): Float32Array {
  const { lowest, highest } = rangeOf(scores);
  const from = bottom ?? lowest;
  const range = highest - from;
  const spreadOut = new Float32Array(scores.length);
  if (range <= 0) return spreadOut.fill(highest > 0 ? 1 : 0);
  for (let position = 0; position < scores.length; position += 1)
    spreadOut[position] = ((scores[position] ?? 0) - from) / range;
  return spreadOut;
}

function rangeOf(scores: Float32Array, isThere?: Uint8Array) {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < scores.length; position += 1) {
    if (isThere !== undefined && isThere[position] !== 1) continue;
    const score = scores[position] ?? 0;
    if (score < lowest) lowest = score;
    if (score > highest) highest = score;
  }
  return { lowest, highest };
}
