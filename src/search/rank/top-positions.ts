/** Positions of the highest scores above 0, best first; equal scores keep their order. */
export function topPositions(scores: Float32Array, limit: number): number[] {
  const best: number[] = [];
  if (limit < 1) return best;
  for (let position = 0; position < scores.length; position += 1) {
    const score = scores[position] ?? 0;
    if (score <= 0) continue;
    const isFull = best.length >= limit;
    if (isFull && score <= (scores[best[best.length - 1] ?? 0] ?? 0)) continue;
    if (isFull) best.pop();
    best.splice(placeOf(scores, best, score), 0, position);
  }
  return best;
}

/** The first place whose score is lower, by halving. */
function placeOf(scores: Float32Array, best: number[], score: number): number {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((scores[best[middle] ?? 0] ?? 0) >= score) low = middle + 1;
    else high = middle;
  }
  return low;
}
