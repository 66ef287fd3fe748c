import type { Language } from "../../text/language.ts";
import { termOf } from "../../text/terms.ts";
import { words } from "../../text/tokenise.ts";
import {
  type KeywordIndex,
  keywordBytes,
  largestFrequency,
  normsOf,
  ownWordBit,
  vocabularyBytes,
} from "../rank/keyword.ts";

export type KeywordEntry = {
  title: string;
  headings: string[];
  text: string;
  path: string;
  /** What the page's front matter says about it; with the passage that begins the page alone. */
  description?: string;
  /** Further words for what the page is about. */
  keywords?: string;
  language: Language;
};

const tenths = { title: 20, headings: 25, body: 10, path: 3, keywords: 3 };
const stopWord = -1;
const dropped = 0xffffffff;

/** Makes an index out of passages of another one and new ones, in the order they are named; `keep` must name slots in rising order. */
export function arrangeKeywords(from: KeywordIndex) {
  const termIds = from.termIds;
  const vocabulary = createVocabulary(termIds);
  const moved = new Uint32Array(from.size).fill(dropped);
  const lengths: number[] = [];
  const added = createPostingList();
  const bytesPerKept = (keywordBytes(from) - vocabularyBytes(termIds)) / Math.max(1, from.size);
  let kept = 0;
  return {
    /** The memory that it takes, by estimate. */
    bytes: () => added.bytes() + kept * bytesPerKept + vocabularyBytes(termIds),
    keep(slot: number) {
      kept += 1;
      moved[slot] = lengths.length;
      lengths.push(from.lengths[slot] ?? 0);
    },
    add(entry: KeywordEntry) {
      const { frequencies, length } = countTerms(vocabulary, entry);
      for (const [term, frequency] of frequencies) added.push(term, lengths.length, frequency);
      lengths.push(length);
    },
    finish(): KeywordIndex {
      const exactLengths = new Float32Array(lengths);
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
  addField(entry.description ?? "", tenths.body);
  addField(entry.keywords ?? "", tenths.keywords);
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
function mergePostings(from: KeywordIndex, moved: Uint32Array, added: PostingList) {
  const termCount = from.termIds.size;
  const fresh = byTerm(added, termCount);
  const most = from.slots.length + fresh.slots.length;
  const offsets = new Uint32Array(termCount + 1);
  const to: Postings = { slots: new Uint32Array(most), frequencies: new Uint16Array(most) };
  const ownWords = new Uint8Array(termCount);
  const old = { ...from, moved };
  let at = 0;
  for (let term = 0; term < termCount; term += 1) {
    const kept = { at: from.offsets[term] ?? 0, end: from.offsets[term + 1] ?? 0 };
    const next = { at: fresh.offsets[term] ?? 0, end: fresh.offsets[term + 1] ?? 0 };
    const end =
      next.at === next.end
        ? moveKept(old, kept, { to, at })
        : moveBoth(old, kept, { fresh, next, to, at });
    const isSame = next.at === next.end && end - at === kept.end - kept.at;
    ownWords[term] = isSame ? (from.ownWords[term] ?? 0) : ownWordIn(to, at, end);
    offsets[term + 1] = end;
    at = end;
  }
  return { offsets, ...trimmed(to, at), ownWords };
}

/** 1 where one of the postings has it as a word of its own. */
function ownWordIn({ frequencies }: Postings, start: number, end: number): number {
  for (let at = start; at < end; at += 1) if (((frequencies[at] ?? 0) & ownWordBit) !== 0) return 1;
  return 0;
}

type Postings = Pick<KeywordIndex, "slots" | "frequencies">;
type Moved = Postings & { moved: Uint32Array };
type Range = { at: number; end: number };

/** Most terms have no new postings; this is run for millions of them. */
function moveKept({ slots, frequencies, moved }: Moved, { at, end }: Range, into: Into): number {
  const { to } = into;
  let place = into.at;
  for (let old = at; old < end; old += 1) {
    const slot = moved[slots[old] ?? 0] ?? dropped;
    if (slot === dropped) continue;
    to.slots[place] = slot;
    to.frequencies[place] = frequencies[old] ?? 0;
    place += 1;
  }
  return place;
}

type Into = { to: Postings; at: number };

/** New postings go in front of the first that stays and has a later slot. */
function moveBoth(
  old: Moved,
  { at, end }: Range,
  { fresh, next, to, ...into }: Into & { fresh: Postings; next: Range },
): number {
  const { slots, frequencies, moved } = old;
  let [kept, place] = [at, into.at];
  for (let added = next.at; added < next.end; added += 1) {
    const later = fresh.slots[added] ?? 0;
    for (; kept < end; kept += 1) {
      const slot = moved[slots[kept] ?? 0] ?? dropped;
      if (slot === dropped) continue;
      if (slot > later) break;
      to.slots[place] = slot;
      to.frequencies[place] = frequencies[kept] ?? 0;
      place += 1;
    }
    to.slots[place] = later;
    to.frequencies[place] = fresh.frequencies[added] ?? 0;
    place += 1;
  }
  return moveKept(old, { at: kept, end }, { to, at: place });
}

/** Little that is left over is not worth a copy. */
function trimmed({ slots, frequencies }: Postings, length: number): Postings {
  if (length > 0.98 * slots.length)
    return { slots: slots.subarray(0, length), frequencies: frequencies.subarray(0, length) };
  return { slots: slots.slice(0, length), frequencies: frequencies.slice(0, length) };
}

/** Entries come passage by passage; sorted by term they stay in the order of their slots. */
function byTerm(added: PostingList, termCount: number) {
  const offsets = new Uint32Array(termCount + 1);
  for (const values of added.chunks()) {
    for (let at = 0; at < values.length; at += 3) {
      const term = values[at] ?? 0;
      offsets[term + 1] = (offsets[term + 1] ?? 0) + 1;
    }
  }
  for (let term = 1; term <= termCount; term += 1)
    offsets[term] = (offsets[term] ?? 0) + (offsets[term - 1] ?? 0);
  const next = offsets.slice();
  const count = offsets[termCount] ?? 0;
  const slots = new Uint32Array(count);
  const frequencies = new Uint16Array(count);
  for (const values of added.chunks()) {
    for (let from = 0; from < values.length; from += 3) {
      const term = values[from] ?? 0;
      const at = next[term] ?? 0;
      next[term] = at + 1;
      slots[at] = values[from + 1] ?? 0;
      frequencies[at] = values[from + 2] ?? 0;
    }
  }
  return { offsets, slots, frequencies };
}

type PostingList = ReturnType<typeof createPostingList>;

const firstChunk = 3 * 1_024;
const largestChunk = 3 * 512 * 1_024;

/** Postings added one by one, three numbers each, without the memory a plain array of them takes. */
function createPostingList() {
  const full: Uint32Array[] = [];
  let values = new Uint32Array(firstChunk);
  let length = 0;
  let bytes = values.byteLength;
  return {
    push(term: number, slot: number, frequency: number): void {
      if (length === values.length) {
        full.push(values);
        values = new Uint32Array(Math.min(values.length * 2, largestChunk));
        bytes += values.byteLength;
        length = 0;
      }
      values[length] = term;
      values[length + 1] = slot;
      values[length + 2] = frequency;
      length += 3;
    },
    chunks: () => [...full, values.subarray(0, length)],
    bytes: () => bytes,
  };
}
