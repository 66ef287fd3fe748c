import { createHash } from "node:crypto";
import type { BundledEmbedder } from "../../models/vectors/static/embedder.ts";
import { withoutMiddle } from "../../text/bounded.ts";
import { detectLanguage } from "../../text/detect-language.ts";
import { terms } from "../../text/terms.ts";
import { tokenise } from "../../text/tokenise.ts";

export type QuestionVectors = {
  /** Of length 1; of length 0 where a text has no words. */
  vectorOf(text: string): Float32Array;
  /** The same for texts that differ in capitals and marks alone. */
  keyOf(text: string): string;
};

const longestRead = 2_000;
const mostTerms = 200;
/** What words count for, beside meaning, in a language that the embedder does not know at all. */
const shareOfWords = 0.7;
const mostKnown = 20_000;

/**
 * What a question means, by the embedder as far as it knows the language, and by its stemmed words for the rest. Each
 * word has a direction of its own, nearly at a right angle to all others and to what the embedder says.
 */
export function createQuestionVectors(embedder: BundledEmbedder): QuestionVectors {
  const { dimensions } = embedder;
  const known = new Map<string, Float32Array>();
  const directionOf = (term: string) => {
    const before = known.get(term);
    if (before) return before;
    if (known.size >= mostKnown) known.clear();
    const direction = directionFrom(term, dimensions);
    known.set(term, direction);
    return direction;
  };

  function byWords(text: string): Float32Array {
    const sum = new Float32Array(dimensions);
    const found = new Set(terms(text, detectLanguage(text)));
    for (const term of [...found].slice(0, mostTerms)) add(sum, directionOf(term), 1);
    return unit(sum);
  }

  return {
    vectorOf(text) {
      const read = withoutMiddle(text, longestRead);
      const vector = embedder.embedQuery(read);
      const words = shareOfWords * (1 - embedder.fluency(read));
      if (words === 0) return vector;
      const mixed = new Float32Array(dimensions);
      add(mixed, vector, Math.sqrt(1 - words));
      add(mixed, byWords(read), Math.sqrt(words));
      return unit(mixed);
    },
    keyOf(text) {
      const words = tokenise(withoutMiddle(text, longestRead)).join(" ");
      return createHash("sha256").update(words).digest("base64url").slice(0, 22);
    },
  };
}

const hashBits = 256;

function directionFrom(term: string, dimensions: number): Float32Array {
  const size = 1 / Math.sqrt(dimensions);
  const direction = new Float32Array(dimensions);
  for (let start = 0; start < dimensions; start += hashBits) {
    const bits = createHash("sha256").update(`${start} ${term}`).digest();
    for (let at = start; at < Math.min(dimensions, start + hashBits); at += 1) {
      const bit = at - start;
      direction[at] = ((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1 ? size : -size;
    }
  }
  return direction;
}

export function add(into: Float32Array, other: Float32Array, weight: number): void {
  for (let at = 0; at < into.length; at += 1)
    into[at] = (into[at] ?? 0) + weight * (other[at] ?? 0);
}

export function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Brings a vector to length 1, in place; zeros stay zeros. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(product(vector, vector));
  if (length > 0)
    for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}
