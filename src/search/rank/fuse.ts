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

const none = { similarities: new Float32Array(0), isThere: new Uint8Array(0) };

/**
 * Words and meaning as one ranking: each brought to 0..1, then added by weight. Provided similarities are spread over the
 * range that the bundled ones have on the same passages: all of 0..1 once every passage has one, and no undue lift for
 * the first that do.
 */
export function fuse({ keyword, bundled, provided, weights }: Rankings): Float32Array {
  const { similarities, isThere } = provided ?? none;
  // Zero keyword score means no word in common, so it stays zero; cosines have no such bottom and start at the lowest.
  const fused = spread(keyword, 0);
  const meanings = spread(bundled);
  const from = rangeOf(similarities, isThere);
  const to = rangeOf(meanings, isThere);
  const steepness =
    from.highest > from.lowest ? (to.highest - to.lowest) / (from.highest - from.lowest) : 0;
  for (let position = 0; position < fused.length; position += 1) {
    const isProvided = isThere[position] === 1;
    const weight = isProvided ? weights.provided : weights.bundled;
    const meaning = isProvided
      ? to.lowest + ((similarities[position] ?? 0) - from.lowest) * steepness
      : (meanings[position] ?? 0);
    fused[position] = (1 - weight) * (fused[position] ?? 0) + weight * meaning;
  }
  return fused;
}

function spread(scores: Float32Array, bottom?: number): Float32Array {
  const { lowest, highest } = rangeOf(scores);
  const from = bottom ?? lowest;
  const range = highest - from;
  if (range <= 0) return new Float32Array(scores.length).fill(highest > 0 ? 1 : 0);
  return scores.map((score) => (score - from) / range);
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
