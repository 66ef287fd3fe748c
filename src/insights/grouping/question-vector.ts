import { createHash } from "node:crypto";
import type { BundledEmbedder } from "../../models/vectors/static/embedder.ts";
import { withoutMiddle } from "../../text/bounded.ts";
import { detectLanguage } from "../../text/detect-language.ts";
import { terms } from "../../text/terms.ts";
import { tokenise } from "../../text/tokenise.ts";

/** A section of the docs that search found for a question; the best has the highest score. */
export type NearbySection = { path: string; headings: readonly string[]; score: number };

export type QuestionVectors = {
  /** Of length 1, or a little less where no section is nearby; of length 0 where a text has no words. */
  vectorOf(text: string, nearby?: readonly NearbySection[]): Float32Array;
  /** The same for texts that differ in capitals and marks alone. */
  keyOf(text: string): string;
};

const longestRead = 2_000;
const mostTerms = 200;
/** What words count for, beside meaning, in a language that the embedder does not know at all. */
const shareOfWords = 0.7;
const mostKnown = 20_000;

/** What the sections nearby count for, beside the words of a question. */
const shareOfSections = 0.6;
const mostSections = 10;
/** A section that search finds half as good counts for a quarter. */
const scorePower = 2;
/** Two sections of a page, or of one part of it, have something in common. */
const sectionParts = { own: 0.65, top: 0.2, page: 0.15 };
/** Words alone must be nearer to each other than words and sections together. */
const lengthOfWordsAlone = 0.94;

/**
 * What a question means, by the embedder as far as it knows the language, and by its stemmed words for the rest; and the
 * sections that search found for it, which tell the same need also where no word is shared. Each word and each section
 * has a direction of its own, nearly at a right angle to all others and to what the embedder says.
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

  function said(text: string): Float32Array {
    const vector = embedder.embedQuery(text);
    const words = shareOfWords * (1 - embedder.fluency(text));
    return words === 0 ? vector : mix(vector, byWords(text), words);
  }

  function bySections(nearby: readonly NearbySection[]): Float32Array {
    const sum = new Float32Array(dimensions);
    const best = nearby.slice(0, mostSections).filter(({ score }) => score > 0);
    const highest = Math.max(...best.map(({ score }) => score));
    for (const { path, headings, score } of best) {
      const weight = (score / highest) ** scorePower;
      const { own, top, page } = sectionParts;
      add(sum, directionOf(`\0${path}\0${headings.join("\0")}`), weight * own);
      add(sum, directionOf(`\0${path}\0${headings[0] ?? ""}`), weight * top);
      add(sum, directionOf(`\0${path}`), weight * page);
    }
    return unit(sum);
  }

  return {
    vectorOf(text, nearby = []) {
      const words = said(withoutMiddle(text, longestRead));
      const sections = bySections(nearby);
      if (isNothing(words) || isNothing(sections))
        return words.map((value) => value * lengthOfWordsAlone);
      return mix(words, sections, shareOfSections);
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

/** Two directions in one, of length 1. `share`: what the other counts for. */
function mix(one: Float32Array, other: Float32Array, share: number): Float32Array {
  const mixed = new Float32Array(one.length);
  add(mixed, one, Math.sqrt(1 - share));
  add(mixed, other, Math.sqrt(share));
  return unit(mixed);
}

function isNothing(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}

/** Brings a vector to length 1, in place; zeros stay zeros. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(product(vector, vector));
  if (length > 0)
    for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}
