/** Two rankings as one: each brought to 0..1, then added with the weight of the second. */
export function fuse(
  keyword: Float32Array,
  vector: Float32Array,
  vectorWeight: number,
): Float32Array {
  const left = spread(keyword);
  const right = spread(vector);
  return left.map(
    (score, position) => (1 - vectorWeight) * score + vectorWeight * (right[position] ?? 0),
  );
}

function spread(scores: Float32Array): Float32Array {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const score of scores) {
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  }
  const range = highest - lowest;
  return range > 0
    ? scores.map((score) => (score - lowest) / range)
    : new Float32Array(scores.length);
}
