import type { Language } from "../../text/language.ts";
import { termOf } from "../../text/terms.ts";
import { words } from "../../text/tokenise.ts";
import { type KeywordIndex, largestFrequency, normsOf, ownWordBit } from "../rank/keyword.ts";
import { type GrowingList, growingList } from "./growing-list.ts";

export type KeywordEntry = {
  title: string;
  headings: string[];
  text: string;
  path: string;
  language: Language;
};

/** Makes an index out of passages of another one and new ones, in the order they are named; `keep` must name slots in rising order. */
export type KeywordArrangement = {
  keep(slot: number): void;
  add(entry: KeywordEntry): void;
  finish(): KeywordIndex;
};

const tenths = { title: 20, headings: 25, body: 10, path: 3 };
const stopWord = -1;
const dropped = 0xffffffff;

type Added = {
  terms: GrowingList<Uint32Array>;
  frequencies: GrowingList<Uint16Array>;
  slots: GrowingList<Uint32Array>;
};

export function arrangeKeywords(from: KeywordIndex): KeywordArrangement {
  const termIds = from.termIds;
  const vocabulary = createVocabulary(termIds);
  const moved = new Uint32Array(from.size).fill(dropped);
  const lengths: number[] = [];
  const added: Added = {
    terms: growingList((length) => new Uint32Array(length)),
    frequencies: growingList((length) => new Uint16Array(length)),
    slots: growingList((length) => new Uint32Array(length)),
  };
  return {
    keep(slot) {
      moved[slot] = lengths.length;
      lengths.push(from.lengths[slot] ?? 0);
    },
    add(entry) {
      const { frequencies, length } = countTerms(vocabulary, entry);
      for (const [term, frequency] of frequencies) {
        added.terms.push(term);
        added.frequencies.push(frequency);
        added.slots.push(lengths.length);
      }
      lengths.push(length);
    },
    finish() {
      const exactLengths = Float32Array.from(lengths);
      const postings = mergePostings(from, moved, added);
      const norms = normsOf(exactLengths);
      return { size: lengths.length, termIds, ...postings, lengths: exactLengths, norms };
    },
  };
}

type Vocabulary = (token: string, language: Language) => number;

/** Stemming is the slow part, so each token is stemmed once in each language. */
function createVocabulary(termIds: Map<string, number>): Vocabulary {
  const tokenIds = new Map<Language, Map<string, number>>();
  return (token, language) => {
    const known = tokenIds.get(language) ?? new Map<string, number>();
    if (known.size === 0) tokenIds.set(language, known);
    const found = known.get(token);
    if (found !== undefined) return found;
    const term = termOf(token, language);
    const id = term === undefined ? stopWord : (termIds.get(term) ?? termIds.size);
    if (term !== undefined) termIds.set(term, id);
    known.set(token, id);
    return id;
  };
}

function countTerms(vocabulary: Vocabulary, entry: KeywordEntry) {
  const frequencies = new Map<number, number>();
  let length = 0;
  const addField = (text: string, weight: number) => {
    for (const { whole, parts } of words(text)) {
      length += addToken(frequencies, vocabulary(whole, entry.language), {
        weight,
        isOwn: parts.length === 0,
      });
      for (const part of parts) {
        const id = vocabulary(part, entry.language);
        length += addToken(frequencies, id, { weight, isOwn: false });
      }
    }
  };
  addField(entry.title, tenths.title);
  addField(entry.headings.join("\n"), tenths.headings);
  addField(entry.text, tenths.body);
  addField(entry.path, tenths.path);
  return { frequencies, length: length / 10 };
}

function addToken(
  frequencies: Map<number, number>,
  id: number,
  { weight, isOwn }: { weight: number; isOwn: boolean },
): number {
  if (id === stopWord) return 0;
  const before = frequencies.get(id) ?? 0;
  const frequency = Math.min((before & largestFrequency) + weight, largestFrequency);
  frequencies.set(id, frequency | (before & ownWordBit) | (isOwn ? ownWordBit : 0));
  return weight;
}

/** For every term the postings that stay and those that are new, by slot: just what a fresh build would give. */
function mergePostings(from: KeywordIndex, moved: Uint32Array, added: Added) {
  const termCount = from.termIds.size;
  const fresh = byTerm(added, termCount);
  const total = countKept(from, moved) + added.slots.length;
  const offsets = new Uint32Array(termCount + 1);
  const slots = new Uint32Array(total);
  const frequencies = new Uint16Array(total);
  const ownWords = new Uint8Array(termCount);
  let at = 0;
  for (let term = 0; term < termCount; term += 1) {
    let next = fresh.offsets[term] ?? 0;
    const freshEnd = fresh.offsets[term + 1] ?? 0;
    const end = from.offsets[term + 1] ?? 0;
    let own = 0;
    for (let old = from.offsets[term] ?? 0; old < end; old += 1) {
      const slot = moved[from.slots[old] ?? 0] ?? dropped;
      if (slot === dropped) continue;
      for (; next < freshEnd && (fresh.slots[next] ?? 0) < slot; next += 1) {
        slots[at] = fresh.slots[next] ?? 0;
        frequencies[at] = fresh.frequencies[next] ?? 0;
        own |= fresh.frequencies[next] ?? 0;
        at += 1;
      }
      const frequency = from.frequencies[old] ?? 0;
      slots[at] = slot;
      frequencies[at] = frequency;
      own |= frequency;
      at += 1;
    }
    for (; next < freshEnd; next += 1) {
      slots[at] = fresh.slots[next] ?? 0;
      frequencies[at] = fresh.frequencies[next] ?? 0;
      own |= fresh.frequencies[next] ?? 0;
      at += 1;
    }
    ownWords[term] = own & ownWordBit ? 1 : 0;
    offsets[term + 1] = at;
  }
  return { offsets, slots, frequencies, ownWords };
}

function countKept(from: KeywordIndex, moved: Uint32Array): number {
  let kept = 0;
  for (let at = 0; at < from.slots.length; at += 1)
    if (moved[from.slots[at] ?? 0] !== dropped) kept += 1;
  return kept;
}

/** Entries come passage by passage; sorted by term they stay in the order of their slots. */
function byTerm(added: Added, termCount: number) {
  const terms = added.terms.toArray();
  const slots = added.slots.toArray();
  const frequencies = added.frequencies.toArray();
  const offsets = new Uint32Array(termCount + 1);
  for (const term of terms) offsets[term + 1] = (offsets[term + 1] ?? 0) + 1;
  for (let term = 1; term <= termCount; term += 1)
    offsets[term] = (offsets[term] ?? 0) + (offsets[term - 1] ?? 0);
  const next = offsets.slice();
  const sorted = {
    offsets,
    slots: new Uint32Array(slots.length),
    frequencies: new Uint16Array(slots.length),
  };
  for (const [index, term] of terms.entries()) {
    const at = next[term] ?? 0;
    next[term] = at + 1;
    sorted.slots[at] = slots[index] ?? 0;
    sorted.frequencies[at] = frequencies[index] ?? 0;
  }
  return sorted;
}
