import { type Agreement, createAgreement } from "./agreement.ts";
import { createFluency, type Fluency } from "./fluency.ts";
import { createImportance, type Importance } from "./importance.ts";
import { readWeights, type Weights } from "./read-weights.ts";
import { wordPieces } from "./word-pieces.ts";

/** Turns text into vectors of length 1; the closer two texts are in meaning, the larger their product. */
export type Embedder = {
  id: string;
  dimensions: number;
  embedQuery(text: string): Float32Array;
  /** `title` is the page's title and the headings above the passage. */
  embedPassage(title: string, body: string): Float32Array;
};

export type BundledEmbedder = Embedder & {
  agreement: Agreement;
  fluency: Fluency;
  importance: Importance;
};

/** The model that comes with Docent: a weighted sum of token vectors, so it needs no network and no native code. */
export function bundledEmbedder(): BundledEmbedder {
  const weights = readWeights(new URL("./docent-embed-1.bin", import.meta.url));
  return {
    id: "docent-embed-1",
    dimensions: weights.dimensions,
    embedQuery: (text) => bag(weights, text, weights.queryScale),
    embedPassage(title, body) {
      const vector = bag(weights, body, weights.documentScale);
      const titleVector = bag(weights, title, weights.documentScale);
      for (let at = 0; at < vector.length; at += 1) {
        vector[at] = (vector[at] ?? 0) + weights.titleWeight * (titleVector[at] ?? 0);
      }
      return normalised(vector);
    },
    agreement: createAgreement(weights),
    fluency: createFluency(weights),
    importance: createImportance(weights),
  };
}

function bag(weights: Weights, text: string, scale: Float32Array): Float32Array {
  const counts = new Map<number, number>();
  for (const id of wordPieces(weights, text)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const { dimensions, vectors, frequencyPower } = weights;
  const sum = new Float32Array(dimensions);
  for (const [id, count] of counts) {
    const weight = count ** frequencyPower * (scale[id] ?? 0);
    const row = id * dimensions;
    for (let at = 0; at < dimensions; at += 1)
      sum[at] = (sum[at] ?? 0) + weight * (vectors[row + at] ?? 0);
  }
  return normalised(sum);
}

function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return length === 0 ? vector : vector.map((value) => value / length);
}
