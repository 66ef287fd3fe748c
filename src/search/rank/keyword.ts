/** Postings of every term; those of term t stand from `offsets[t]` to `offsets[t + 1]`, by rising slot. */
export type KeywordIndex = {
  /** How many passages there are. A passage's slot is its place among them. */
  size: number;
  termIds: Map<string, number>;
  offsets: Uint32Array;
  slots: Uint32Array;
  /** The term's weighted frequency in the passage in tenths; the top bit marks a word of its own, not a part of an identifier. */
  frequencies: Uint16Array;
  /** 1 for terms that stand somewhere as a word of their own. */
  ownWords: Uint8Array;
  /** Weighted number of terms of each passage. */
  lengths: Float32Array;
  /** The BM25 denominator's part that depends on the passage's length only. */
  norms: Float32Array;
};

export const ownWordBit = 0x8000;
export const largestFrequency = 0x7fff;
const saturation = 1.5;
const lengthPenalty = 0.75;
const bytesPerTerm = 90;

export function emptyKeywordIndex(): KeywordIndex {
  return {
    size: 0,
    termIds: new Map(),
    offsets: new Uint32Array(1),
    slots: new Uint32Array(0),
    frequencies: new Uint16Array(0),
    ownWords: new Uint8Array(0),
    lengths: new Float32Array(0),
    norms: new Float32Array(0),
  };
}

export function normsOf(lengths: Float32Array): Float32Array {
  let sum = 0;
  for (const length of lengths) sum += length;
  const mean = sum / lengths.length || 1;
  const norms = new Float32Array(lengths.length);
  for (let slot = 0; slot < norms.length; slot += 1)
    norms[slot] =
      10 * saturation * (1 - lengthPenalty + (lengthPenalty * (lengths[slot] ?? 0)) / mean);
  return norms;
}

/** One score per passage, by slot; 0 where no term occurs. */
export function searchKeyword(index: KeywordIndex, weights: Map<string, number>): Float32Array {
  const { slots, frequencies, norms } = index;
  const scores = new Float32Array(index.size);
  for (const [term, weight] of weights) {
    const { start, end } = postingsOf(index, term);
    const factor = weight * idf(index, term) * (saturation + 1);
    for (let at = start; at < end; at += 1) {
      const slot = slots[at] ?? 0;
      const frequency = (frequencies[at] ?? 0) & largestFrequency;
      scores[slot] = (scores[slot] ?? 0) + (factor * frequency) / (frequency + (norms[slot] ?? 0));
    }
  }
  return scores;
}

/** Inverse document frequency; a term no passage has gets the highest value there is. */
export function idf(index: KeywordIndex, term: string): number {
  const frequency = documentFrequency(index, term);
  return Math.log(1 + (index.size - frequency + 0.5) / (frequency + 0.5));
}

export function documentFrequency(index: KeywordIndex, term: string): number {
  const { start, end } = postingsOf(index, term);
  return end - start;
}

/** Whether the docs use the term as a word, not only inside identifiers. */
export function isOwnWord(index: KeywordIndex, term: string): boolean {
  return index.ownWords[index.termIds.get(term) ?? -1] === 1;
}

/** How some passages use a term: as a word, only inside identifiers, or not at all. */
export function roleOfTerm(
  index: KeywordIndex,
  term: string,
  isMeant: (slot: number) => boolean,
): "word" | "part" | "none" {
  const { start, end } = postingsOf(index, term);
  const mayBeWord = isOwnWord(index, term);
  let isFound = false;
  for (let at = start; at < end; at += 1) {
    if (!isMeant(index.slots[at] ?? 0)) continue;
    if (((index.frequencies[at] ?? 0) & ownWordBit) !== 0) return "word";
    isFound = true;
    if (!mayBeWord) break;
  }
  return isFound ? "part" : "none";
}

export function holdsTerm(index: KeywordIndex, slot: number, term: string): boolean {
  let { start: low, end: high } = postingsOf(index, term);
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = index.slots[middle] ?? 0;
    if (found === slot) return true;
    if (found < slot) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** The vocabulary is shared with later arrangements, so it may hold terms this index has no postings of. */
function postingsOf(index: KeywordIndex, term: string): { start: number; end: number } {
  const termId = index.termIds.get(term) ?? -1;
  const end = index.offsets[termId + 1];
  const start = index.offsets[termId];
  return start === undefined || end === undefined ? { start: 0, end: 0 } : { start, end };
}

/** An estimate: the arrays exactly, the vocabulary by an average. */
export function keywordBytes(index: KeywordIndex): number {
  const arrays = [index.offsets, index.slots, index.frequencies, index.lengths, index.norms];
  const bytes = arrays.reduce((sum, array) => sum + array.byteLength, 0);
  return bytes + vocabularyBytes(index.termIds);
}

export function vocabularyBytes(termIds: ReadonlyMap<string, number>): number {
  return termIds.size * bytesPerTerm;
}
