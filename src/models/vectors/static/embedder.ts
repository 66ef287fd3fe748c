import { once } from "../../../lib/once.ts";
import { mostTokens, readWeights, type Weights } from "./read-weights.ts";
import { wordPieces } from "./word-pieces.ts";

/** Turns text into vectors of length 1; the closer two texts are in meaning, the larger their product. */
export type Embedder = {
  id: string;
  dimensions: number;
  embedQuery(text: string): Float32Array;
  /** `title` is the page's title and the headings above the passage. */
  embedPassage(title: string, body: string): Float32Array;
};

/**
 * How much of a question a text speaks of, from 0 to 1: every token of the question looks for its nearest relative in
 * the text, and tokens that say much about a topic count more. "Website" finds "site"; "Kubernetes" finds nothing.
 */
export type Agreement = (question: string, text: string) => number;

/** The tokens of a question beside some texts. */
export type Nearness = {
  /** How much each token says about a topic. */
  importance: Float32Array;
  /** For each text, how close the nearest relative of each token is. */
  nearest: Float32Array[];
};

export type BundledEmbedder = Embedder & {
  agreement: Agreement;
  /** The distinct tokens of a text, to be compared with questions again and again. */
  tokens(text: string): Uint32Array;
  /** A question beside many texts at once, by their tokens. */
  nearness(question: string, texts: Uint32Array[]): Nearness;
  /**
   * How far the model knows the language of a text, from 0 to 1: by the share of its words that are whole tokens.
   * English questions have 0.8 and more of them, German, Spanish, French or Russian ones at most half.
   */
  fluency(text: string): number;
  /** How much a word usually says about a topic, learned from many docs: about 0.2 for "the", 0.7 for "keep", 1.6 for "nginx". */
  importance(word: string): number;
};

const leastImportance = 0.05;

/** The model that comes with Docent: a weighted sum of token vectors, so it needs no network and no native code. It is read when it is first used. */
export function bundledEmbedder(): BundledEmbedder {
  const file = new URL("./docent-embed-2.bin", import.meta.url);
  const read = once(() => readWeights(file));
  const openBag = once(() => createBagOfWords(read()));
  /** A question is held against many texts in a row. */
  let asked: { question: string; tokens: number[] } = { question: "", tokens: [] };
  return {
    id: "docent-embed-2",
    get dimensions() {
      return read().dimensions;
    },
    embedQuery: (text) => openBag()(text, read().queryScale).slice(),
    embedPassage(title, body) {
      const { titleWeight, documentScale } = read();
      const bagOfWords = openBag();
      const vector = bagOfWords(body, documentScale).slice();
      const titleVector = bagOfWords(title, documentScale);
      for (let at = 0; at < vector.length; at += 1)
        vector[at] = (vector[at] ?? 0) + titleWeight * (titleVector[at] ?? 0);
      return normalise(vector);
    },
    agreement(question, text) {
      const weights = read();
      if (asked.question !== question)
        asked = { question, tokens: [...tokensOf(weights, question)] };
      const { importance, nearest } = nearnessOf(weights, asked.tokens, [tokensOf(weights, text)]);
      return agreementOf(importance, nearest[0]);
    },
    tokens: (text) => tokensOf(read(), text),
    nearness: (question, texts) => nearnessOf(read(), mostTelling(read(), question), texts),
    fluency: (text) => fluencyOf(read(), text),
    importance: (word) =>
      Math.max(leastImportance, ...wordPieces(read(), word).map((id) => importanceOf(read(), id))),
  };
}

/** The direction of a text, of length 1 or 0, by one of the model's scales. It is valid until the next call. */
type BagOfWords = (text: string, scale: Float32Array) => Float32Array;

function createBagOfWords(weights: Weights): BagOfWords {
  const { bag, frequencyPower } = weights;
  const counts = new Uint16Array(weights.size);
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
function normalise(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] ?? 0) ** 2;
  if (squares === 0) return vector;
  const length = Math.sqrt(squares);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

function tokensOf(weights: Weights, text: string): Uint32Array {
  return Uint32Array.from(new Set(wordPieces(weights, text)));
}

/** How much of a question a text has, by how near it comes to each token. */
export function agreementOf(importance: Float32Array, nearest: Float32Array | undefined): number {
  let [asked, found] = [0, 0];
  for (let at = 0; at < importance.length; at += 1) {
    asked += importance[at] ?? 0;
    found += (importance[at] ?? 0) * (nearest?.[at] ?? 0);
  }
  return found / (asked || 1);
}

const mostCompared = 100;

/** The tokens of a question; of a very long one those that say most about a topic. */
function mostTelling(weights: Weights, question: string): number[] {
  const asked = [...tokensOf(weights, question)];
  if (asked.length <= mostCompared) return asked;
  const telling = asked.sort(
    (one, other) => importanceOf(weights, other) - importanceOf(weights, one),
  );
  return telling.slice(0, mostCompared);
}

function nearnessOf(weights: Weights, asked: number[], texts: Uint32Array[]): Nearness {
  const { all, placed } = distinct(texts, weights.size);
  const closeness = new Float32Array(all.length);
  const nearest = texts.map(() => new Float32Array(asked.length));
  for (const [place, id] of asked.entries()) {
    compareTokens(weights, id, { all, closeness });
    for (let text = 0; text < texts.length; text += 1) {
      const one = nearest[text];
      if (one) one[place] = highest(closeness, placed[text]);
    }
  }
  return { importance: Float32Array.from(asked, (id) => importanceOf(weights, id)), nearest };
}

/** The tokens that occur in any of the texts, and the texts by the places of their tokens among these. */
function distinct(texts: Uint32Array[], size: number) {
  const places = new Int32Array(size).fill(-1);
  const all: number[] = [];
  const placed = texts.map((tokens) =>
    tokens.map((token) => {
      const known = places[token] ?? -1;
      if (known >= 0) return known;
      places[token] = all.length;
      return all.push(token) - 1;
    }),
  );
  return { all: Uint32Array.from(all), placed };
}

/** Writes how close each of the tokens is to one token; 1 for itself. */
function compareTokens(
  { bag, norm }: Weights,
  id: number,
  { all, closeness }: { all: Uint32Array; closeness: Float32Array },
): void {
  const length = norm(id);
  for (let start = 0; start < all.length; start += mostTokens) {
    const some = all.subarray(start, start + mostTokens);
    bag.ids.set(some);
    const products = bag.products(id, some.length);
    for (let term = 0; term < some.length; term += 1) {
      const token = some[term] ?? 0;
      closeness[start + term] = token === id ? 1 : (products[term] ?? 0) / (norm(token) * length);
    }
  }
}

function highest(closeness: Float32Array, places: Uint32Array = noTokens): number {
  let best = 0;
  for (let at = 0; at < places.length; at += 1) {
    const close = closeness[places[at] ?? 0] ?? 0;
    if (close > best) best = close;
  }
  return best;
}

const noTokens = new Uint32Array();

function importanceOf({ queryScale, norm }: Weights, id: number): number {
  return (queryScale[id] ?? 0) * norm(id);
}

const foreign = 0.5;
const fluent = 0.75;

function fluencyOf({ tokenIds }: Weights, text: string): number {
  const split = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  const words = split.match(/\p{L}+/gu) ?? [];
  if (words.length === 0) return 0;
  const whole = words.filter((word) => tokenIds.has(word)).length;
  return Math.min(1, Math.max(0, (whole / words.length - foreign) / (fluent - foreign)));
}
