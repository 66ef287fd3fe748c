import { type Agreement, createAgreement } from "./agreement.ts";
import { createBagOfWords, normalise } from "./bag-of-words.ts";
import { createFluency, type Fluency } from "./fluency.ts";
import { createImportance, type Importance } from "./importance.ts";
import { readWeights } from "./read-weights.ts";

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
  const { titleWeight, queryScale, documentScale } = weights;
  const bagOfWords = createBagOfWords(weights);
  return {
    id: "docent-embed-1",
    dimensions: weights.dimensions,
    embedQuery: (text) => bagOfWords(text, queryScale).slice(),
    embedPassage(title, body) {
      const vector = bagOfWords(body, documentScale).slice();
      const titleVector = bagOfWords(title, documentScale);
      for (let at = 0; at < vector.length; at += 1)
        vector[at] = (vector[at] ?? 0) + titleWeight * (titleVector[at] ?? 0);
      return normalise(vector);
    },
    agreement: createAgreement(weights),
    fluency: createFluency(weights),
    importance: createImportance(weights),
  };
}
