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
    listRows(weights, inText);
    for (const id of new Set(wordPieces(weights, question))) {
      const importance = importanceOf(weights, id);
      asked += importance;
      found += importance * (inText.has(id) ? 1 : nearest(weights, id, inText.size));
    }
    return asked === 0 ? 0 : found / asked;
  };
}

/** Names the text's tokens to the kernel once for all tokens of the question. */
function listRows({ bag }: Weights, inText: Set<number>): void {
  let term = 0;
  for (const id of inText) {
    bag.ids[term] = id;
    term += 1;
  }
}

function nearest({ bag, norms }: Weights, id: number, count: number): number {
  const products = bag.products(id, count);
  let best = 0;
  for (let term = 0; term < count; term += 1) {
    const closeness = (products[term] ?? 0) / (norms[bag.ids[term] ?? 0] ?? 1);
    if (closeness > best) best = closeness;
  }
  return best / (norms[id] ?? 1);
}
