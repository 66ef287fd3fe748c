/** Two rankings as one: each brought to 0..1, then added with the weight of the second. */
export function fuse(
  keyword: Float32Array,
  vector: Float32Array,
  vectorWeight: number,
): Float32Array {
  const left = spread(keyword, 0);
  const right = spread(vector, lowestOf(vector));
  return left.map(
    (score, position) => (1 - vectorWeight) * score + vectorWeight * (right[position] ?? 0),
  );
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
