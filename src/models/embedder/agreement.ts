import { importanceOf } from "./importance.ts";
import type { Weights } from "./read-weights.ts";
import { wordPieces } from "./word-pieces.ts";

export type Agreement = (question: string, text: string) => number;

/**
 * How much of a question a text speaks of, from 0 to 1: every token of the question looks for its nearest relative in
 * the text, and tokens that say much about a topic count more. "Website" finds "site"; "Kubernetes" finds nothing.
 */
export function createAgreement(weights: Weights): Agreement {
  return (question, text) => {
    const inText = new Set(wordPieces(weights, text));
    let found = 0;
    let asked = 0;
    for (const id of new Set(wordPieces(weights, question))) {
      const importance = importanceOf(weights, id);
      asked += importance;
      found += importance * (inText.has(id) ? 1 : nearest(weights, id, inText));
    }
    return asked === 0 ? 0 : found / asked;
  };
}

function nearest(weights: Weights, id: number, inText: Set<number>): number {
  let best = 0;
  const { norms } = weights;
  for (const other of inText) {
    best = Math.max(best, product(weights, id, other) / (norms[other] ?? 1));
  }
  return best / (norms[id] ?? 1);
}

function product({ vectors, dimensions }: Weights, left: number, right: number): number {
  const leftAt = left * dimensions;
  const rightAt = right * dimensions;
  let sum = 0;
  for (let at = 0; at < dimensions; at += 1) {
    sum += (vectors[leftAt + at] ?? 0) * (vectors[rightAt + at] ?? 0);
  }
  return sum;
}
