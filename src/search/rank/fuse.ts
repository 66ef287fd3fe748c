/** Two rankings as one: each brought to 0..1, then added with the weight of the second. */
export function fuse(
  keyword: Float32Array,
  vector: Float32Array,
  vectorWeight: number,
): Float32Array {
  const left = spread(keyword, 0);
  const right = spread(vector, lowestOf(vector));
  for (let position = 0; position < left.length; position += 1)
    left[position] = mix(left[position] ?? 0, right[position] ?? 0, vectorWeight);
  return left;
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
  for (let position = 0; position < left.length; position += 1) {
    const score = left[position] ?? 0;
    const isProvided = isThere[position] === 1;
    const meaning = isProvided
      ? to.lowest + ((provided[position] ?? 0) - from.lowest) * steepness
      : (right[position] ?? 0);
    left[position] = mix(score, meaning, isProvided ? weights.provided : weights.bundled);
  }
  return left;
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
  for (let position = 0; position < scores.length; position += 1) {
    const score = scores[position] ?? 0;
    if (score > highest) highest = score;
  }
  const range = highest - bottom;
  const spreadOut = new Float32Array(scores.length);
  if (range <= 0) return spreadOut.fill(highest > 0 ? 1 : 0);
  for (let position = 0; position < scores.length; position += 1)
    spreadOut[position] = ((scores[position] ?? 0) - bottom) / range;
  return spreadOut;
}

function lowestOf(scores: Float32Array): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let position = 0; position < scores.length; position += 1) {
    const score = scores[position] ?? 0;
    if (score < lowest) lowest = score;
  }
  return lowest;
}
