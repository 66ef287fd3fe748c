/** Two rankings as one: each brought to 0..1, then added with the weight of the second. */
export function fuse(
  keyword: Float32Array,
  vector: Float32Array,
  vectorWeight: number,
): Float32Array {
  const left = spread(keyword, 0);
  const right = spread(vector, lowestOf(vector));
  return left.map((score, position) => mix(score, right[position] ?? 0, vectorWeight));
}

export type ProvidedRanking = {
  keyword: Float32Array;
  bundled: Float32Array;
  provided: Float32Array;
  /** 1 for the passages that the provided ranking knows. */
  isThere: Uint8Array;
  /** Of the meaning, for passages with a provided similarity and for the others. */
  weights: { provided: number; bundled: number };
};

/**
 * As above, with the meaning from a second embedder where it has come. Its similarities are spread over the range that the
 * bundled ones have on the same passages: all of 0..1 once every passage has one, and no undue lift for the first that do.
 */
export function fuseProvided(ranking: ProvidedRanking): Float32Array {
  const { keyword, bundled, provided, isThere, weights } = ranking;
  const left = spread(keyword, 0);
  const right = spread(bundled, lowestOf(bundled));
  const from = rangeOf(provided, isThere);
  const to = rangeOf(right, isThere);
  const steepness =
    from.highest > from.lowest ? (to.highest - to.lowest) / (from.highest - from.lowest) : 0;
  return left.map((score, position) => {
    if (isThere[position] !== 1) return mix(score, right[position] ?? 0, weights.bundled);
    const meaning = to.lowest + ((provided[position] ?? 0) - from.lowest) * steepness;
    return mix(score, meaning, weights.provided);
  });
}

function mix(keyword: number, meaning: number, weight: number): number {
  return (1 - weight) * keyword + weight * meaning;
}

function rangeOf(scores: Float32Array, isThere: Uint8Array) {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < scores.length; position += 1) {
    if (isThere[position] !== 1) continue;
    lowest = Math.min(lowest, scores[position] ?? 0);
    highest = Math.max(highest, scores[position] ?? 0);
  }
  return { lowest, highest };
}

/** Zero keyword score means no word in common, so it stays zero; cosines have no such bottom and start at the lowest. */
function spread(scores: Float32Array, bottom: number): Float32Array {
  let highest = Number.NEGATIVE_INFINITY;
  for (const score of scores) highest = Math.max(highest, score);
  const range = highest - bottom;
  if (range > 0) return scores.map((score) => (score - bottom) / range);
  return scores.map(() => (highest > 0 ? 1 : 0));
}

function lowestOf(scores: Float32Array): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (const score of scores) lowest = Math.min(lowest, score);
  return lowest;
}
