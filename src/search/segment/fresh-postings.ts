import type { CountedTerms } from "./count-terms.ts";
import type { PostingSource } from "./merge-postings.ts";
import { packStrings, sortTexts } from "./strings.ts";

const firstChunk = 1_024;
const largestChunk = 512 * 1_024;

type Chunk = { terms: Uint32Array; frequencies: Uint16Array; length: number };

/** Postings of new passages, as they come, without the memory a plain array of them takes. */
export function createFreshPostings() {
  const chunks: Chunk[] = [];
  const slots: number[] = [];
  const counts: number[] = [];
  let current = emptyChunk(firstChunk);
  let length = 0;

  function push(term: number, frequency: number): void {
    if (current.length === current.terms.length) {
      chunks.push(current);
      current = emptyChunk(Math.min(current.terms.length * 2, largestChunk));
    }
    current.terms[current.length] = term;
    current.frequencies[current.length] = frequency;
    current.length += 1;
  }

  return {
    add(slot: number, { frequencies }: CountedTerms): void {
      slots.push(slot);
      counts.push(frequencies.size);
      length += frequencies.size;
      for (const [term, frequency] of frequencies) push(term, frequency);
    },
    get length() {
      return length;
    },
    /** By term, the terms in rising order; within a term they stay in the order of their slots. */
    sorted: (terms: string[]) =>
      sortByTerm({ terms, chunks: [...chunks, current], slots, counts, length }),
  };
}

function emptyChunk(size: number): Chunk {
  return { terms: new Uint32Array(size), frequencies: new Uint16Array(size), length: 0 };
}

type Fresh = {
  terms: string[];
  chunks: Chunk[];
  slots: number[];
  counts: number[];
  length: number;
};

function sortByTerm({ terms, chunks, slots, counts, length }: Fresh): PostingSource {
  const numbers = new Map(terms.map((term, id) => [term, id]));
  const sorted = sortTexts(terms);
  const places = new Uint32Array(sorted.length);
  for (const [place, term] of sorted.entries()) places[numbers.get(term) ?? 0] = place;
  const offsets = new Uint32Array(sorted.length + 1);
  for (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += 1) {
      const place = (places[chunk.terms[at] ?? 0] ?? 0) + 1;
      offsets[place] = (offsets[place] ?? 0) + 1;
    }
  for (let place = 1; place < offsets.length; place += 1)
    offsets[place] = (offsets[place] ?? 0) + (offsets[place - 1] ?? 0);
  const next = offsets.slice();
  const into = { slots: new Uint32Array(length), frequencies: new Uint16Array(length) };
  let [passage, left] = [-1, 0];
  for (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += 1) {
      while (left === 0) {
        passage += 1;
        left = counts[passage] ?? 1;
      }
      left -= 1;
      const place = places[chunk.terms[at] ?? 0] ?? 0;
      const to = next[place] ?? 0;
      next[place] = to + 1;
      into.slots[to] = slots[passage] ?? 0;
      into.frequencies[to] = chunk.frequencies[at] ?? 0;
    }
  return { terms: packStrings(sorted), offsets, ...into, moved: undefined };
}
