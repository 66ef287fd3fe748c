import type { Weights } from "./read-weights.ts";
import { wordPieces } from "./word-pieces.ts";

export type Importance = (word: string) => number;

const least = 0.05;

/** How much a word usually says about a topic, learned from many docs: about 0.2 for "the", 0.7 for "keep", 1.6 for "nginx". */
export function createImportance(weights: Weights): Importance {
  return (word) =>
    Math.max(least, ...wordPieces(weights, word).map((id) => importanceOf(weights, id)));
}

export function importanceOf({ queryScale, norms }: Weights, id: number): number {
  return (queryScale[id] ?? 0) * (norms[id] ?? 1);
}
