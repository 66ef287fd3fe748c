import { termOf } from "../text/terms.ts";
import { words } from "../text/tokenise.ts";
import type { Passage } from "./hit.ts";
import { groupByKey, type PagesByKey } from "./lifted-paths.ts";

/** Postings of every term, held in typed arrays; `passages` of term t stand from `offsets[t]` to `offsets[t + 1]`. */
export type KeywordIndex = {
  passages: Passage[];
  /** One number per page, from 0 up, for every passage. */
  pageIds: Uint32Array;
  pagesByKey: PagesByKey;
  termIds: Map<string, number>;
  /** Terms that stand somewhere as a word of their own, not only as part of an identifier. */
  ownWords: Set<number>;
  offsets: Uint32Array;
  postings: Uint32Array;
  /** The term's BM25 weight in that passage, before the inverse document frequency. */
  impacts: Float32Array;
};

const fieldWeights = { title: 2, headings: 1.5, body: 1, path: 0.3 };
const saturation = 1.5;
const lengthPenalty = 0.75;

export function buildKeywordIndex(passages: Passage[]): KeywordIndex {
  const vocabulary = createVocabulary();
  const counts = passages.map((passage) => countTerms(vocabulary, passage));
  const offsets = offsetsOf(counts, vocabulary.termIds.size);
  const total = offsets[vocabulary.termIds.size] ?? 0;
  const index: KeywordIndex = {
    passages,
    pageIds: pageIdsOf(passages),
    pagesByKey: groupByKey(passages),
    termIds: vocabulary.termIds,
    ownWords: vocabulary.ownWords,
    offsets,
    postings: new Uint32Array(total),
    impacts: new Float32Array(total),
  };
  fillPostings(index, counts);
  return index;
}

/** One score per passage, in the order of `index.passages`; 0 where no term occurs. */
export function searchKeyword(index: KeywordIndex, weights: Map<string, number>): Float32Array {
  const scores = new Float32Array(index.passages.length);
  for (const [term, weight] of weights) {
    const termId = index.termIds.get(term);
    if (termId === undefined) continue;
    const factor = weight * idf(index, term);
    const end = index.offsets[termId + 1] ?? 0;
    for (let at = index.offsets[termId] ?? 0; at < end; at += 1) {
      const passage = index.postings[at] ?? 0;
      scores[passage] = (scores[passage] ?? 0) + factor * (index.impacts[at] ?? 0);
    }
  }
  return scores;
}

/** Inverse document frequency; a term no passage has gets the highest value there is. */
export function idf(index: KeywordIndex, term: string): number {
  const frequency = documentFrequency(index, term);
  return Math.log(1 + (index.passages.length - frequency + 0.5) / (frequency + 0.5));
}

export function holdsTerm(index: KeywordIndex, position: number, term: string): boolean {
  const termId = index.termIds.get(term);
  if (termId === undefined) return false;
  let low = index.offsets[termId] ?? 0;
  let high = index.offsets[termId + 1] ?? 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = index.postings[middle] ?? 0;
    if (found === position) return true;
    if (found < position) low = middle + 1;
    else high = middle;
  }
  return false;
}

function documentFrequency(index: KeywordIndex, term: string): number {
  const termId = index.termIds.get(term);
  if (termId === undefined) return 0;
  return (index.offsets[termId + 1] ?? 0) - (index.offsets[termId] ?? 0);
}

function pageIdsOf(passages: Passage[]): Uint32Array {
  const ids = new Map<string, number>();
  return Uint32Array.from(passages, ({ path }) => {
    const id = ids.get(path) ?? ids.size;
    ids.set(path, id);
    return id;
  });
}

type Vocabulary = {
  termIds: Map<string, number>;
  /** Every token seen so far: stemming is the slow part, so each token is stemmed once. */
  tokenIds: Map<string, number>;
  ownWords: Set<number>;
};

type TermCounts = { frequencies: Map<number, number>; length: number };

const stopWordId = -1;

function createVocabulary(): Vocabulary {
  return { termIds: new Map(), tokenIds: new Map(), ownWords: new Set() };
}

function countTerms(vocabulary: Vocabulary, passage: Passage): TermCounts {
  const counts: TermCounts = { frequencies: new Map(), length: 0 };
  addField(vocabulary, counts, passage.title, fieldWeights.title);
  addField(vocabulary, counts, passage.headings.join("\n"), fieldWeights.headings);
  addField(vocabulary, counts, passage.text, fieldWeights.body);
  addField(vocabulary, counts, passage.path, fieldWeights.path);
  return counts;
}

function addField(vocabulary: Vocabulary, counts: TermCounts, text: string, weight: number): void {
  for (const { whole, parts } of words(text)) {
    for (const token of parts.length === 0 ? [whole] : [whole, ...parts]) {
      const id = idOfToken(vocabulary, token);
      if (id === stopWordId) continue;
      counts.frequencies.set(id, (counts.frequencies.get(id) ?? 0) + weight);
      counts.length += weight;
      if (parts.length === 0) vocabulary.ownWords.add(id);
    }
  }
}

function idOfToken(vocabulary: Vocabulary, token: string): number {
  const known = vocabulary.tokenIds.get(token);
  if (known !== undefined) return known;
  const term = termOf(token);
  const id = term === undefined ? stopWordId : idOfTerm(vocabulary.termIds, term);
  vocabulary.tokenIds.set(token, id);
  return id;
}

function idOfTerm(termIds: Map<string, number>, term: string): number {
  const id = termIds.get(term) ?? termIds.size;
  termIds.set(term, id);
  return id;
}

function offsetsOf(counts: TermCounts[], termCount: number): Uint32Array {
  const offsets = new Uint32Array(termCount + 1);
  for (const { frequencies } of counts) {
    for (const id of frequencies.keys()) offsets[id + 1] = (offsets[id + 1] ?? 0) + 1;
  }
  for (let id = 1; id <= termCount; id += 1) {
    offsets[id] = (offsets[id] ?? 0) + (offsets[id - 1] ?? 0);
  }
  return offsets;
}

function fillPostings(index: KeywordIndex, counts: TermCounts[]): void {
  const lengths = counts.reduce((sum, { length }) => sum + length, 0);
  const meanLength = lengths / counts.length || 1;
  const next = index.offsets.slice();
  for (const [passage, { frequencies, length }] of counts.entries()) {
    const norm = saturation * (1 - lengthPenalty + (lengthPenalty * length) / meanLength);
    for (const [id, frequency] of frequencies) {
      const at = next[id] ?? 0;
      next[id] = at + 1;
      index.postings[at] = passage;
      index.impacts[at] = (frequency * (saturation + 1)) / (frequency + norm);
    }
  }
}
