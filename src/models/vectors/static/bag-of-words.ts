import { mostTokens, type Weights } from "./read-weights.ts";
import { wordPieces } from "./word-pieces.ts";

/** The direction of a text, of length 1 or 0, by one of the model's scales. It is valid until the next call. */
export type BagOfWords = (text: string, scale: Float32Array) => Float32Array;

export function createBagOfWords(weights: Weights): BagOfWords {
  const { bag, frequencyPower } = weights;
  const counts = new Uint16Array(weights.norms.length);
  const powers = Float64Array.from(
    { length: mostTokens + 1 },
    (_, count) => count ** frequencyPower,
  );
  return (text, scale) => {
    let terms = 0;
    for (const id of wordPieces(weights, text)) {
      const count = counts[id] ?? 0;
      counts[id] = count + 1;
      if (count > 0) continue;
      bag.ids[terms] = id;
      terms += 1;
    }
    for (let term = 0; term < terms; term += 1) {
      const id = bag.ids[term] ?? 0;
      bag.weights[term] = (powers[counts[id] ?? 0] ?? 0) * (scale[id] ?? 0);
      counts[id] = 0;
    }
    return normalise(bag.sum(terms));
  };
}

/** Brings a vector to length 1, in place; zeros stay zeros. */
export function normalise(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] ?? 0) ** 2;
  if (squares === 0) return vector;
  const length = Math.sqrt(squares);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}
