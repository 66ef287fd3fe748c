import { ownWordBit } from "./count-terms.ts";
import { compareTexts, type Strings } from "./strings.ts";

/** Postings by term, the terms in rising order. */
export type PostingSource = {
  terms: Strings;
  offsets: Uint32Array;
  slots: Uint32Array;
  frequencies: Uint16Array;
  /** Where its slots go, rising; `dropped` for those that go nowhere. Undefined where they stay. */
  moved: Uint32Array | undefined;
};

export const dropped = 0xffffffff;

export type MergePlan = {
  sources: PostingSource[];
  /** How many postings each source keeps of each of its terms. */
  counts: (Uint32Array | undefined)[];
  /** For each source, the number that it gives to each term; `none` where it does not have it. */
  numbers: Int32Array[];
  terms: number;
  termBytes: number;
  postings: number;
};

const none = -1;

/** What comes out of several sources: every term that a posting is left of. */
export function planMerge(sources: PostingSource[]): MergePlan {
  const counts = sources.map(countKept);
  const most = sources.reduce((sum, { terms }) => sum + terms.length, 0);
  const numbers = sources.map(() => new Int32Array(most).fill(none));
  const at = sources.map((_, number) => nextTerm(sources, counts, number, 0));
  const plan: MergePlan = { sources, counts, numbers, terms: 0, termBytes: 0, postings: 0 };
  for (;;) {
    const least = leastOf(sources, at);
    if (least === undefined) return plan;
    const { terms } = least.source;
    const { number: first, place } = least;
    plan.termBytes += (terms.offsets[place + 1] ?? 0) - (terms.offsets[place] ?? 0);
    for (const [number, source] of sources.entries()) {
      const own = at[number] ?? 0;
      if (own >= source.terms.length) continue;
      if (number !== first && compareTexts(source.terms, own, terms, place) !== 0) continue;
      const into = numbers[number];
      if (into) into[plan.terms] = own;
      plan.postings += keptOf(source, counts[number], own);
      at[number] = nextTerm(sources, counts, number, own + 1);
    }
    plan.terms += 1;
  }
}

function leastOf(sources: PostingSource[], at: number[]) {
  let least: { source: PostingSource; number: number; place: number } | undefined;
  for (const [number, source] of sources.entries()) {
    const place = at[number] ?? 0;
    if (place >= source.terms.length) continue;
    if (least && compareTexts(source.terms, place, least.source.terms, least.place) >= 0) continue;
    least = { source, number, place };
  }
  return least;
}

/** The next term, from one on, that something is left of. */
function nextTerm(
  sources: PostingSource[],
  counts: MergePlan["counts"],
  number: number,
  from: number,
): number {
  const kept = counts[number];
  const end = sources[number]?.terms.length ?? 0;
  let at = from;
  if (kept) while (at < end && kept[at] === 0) at += 1;
  return at;
}

function countKept({ terms, offsets, slots, moved }: PostingSource): Uint32Array | undefined {
  if (moved === undefined || !moved.includes(dropped)) return undefined;
  const counts = new Uint32Array(terms.length);
  for (let term = 0; term < counts.length; term += 1) {
    const end = offsets[term + 1] ?? 0;
    let count = 0;
    for (let at = offsets[term] ?? 0; at < end; at += 1)
      if (moved[slots[at] ?? 0] !== dropped) count += 1;
    counts[term] = count;
  }
  return counts;
}

function keptOf({ offsets }: PostingSource, counts: Uint32Array | undefined, term: number): number {
  return counts?.[term] ?? (offsets[term + 1] ?? 0) - (offsets[term] ?? 0);
}

type Into = {
  termOffsets: Uint32Array;
  termBytes: Uint8Array;
  postingOffsets: Uint32Array;
  slots: Uint32Array;
  frequencies: Uint16Array;
  ownWords: Uint8Array;
};

/** Writes what was planned: just what a fresh build of the same passages would give. */
export function writeMerged(plan: MergePlan, into: Into): void {
  let [at, bytesAt] = [0, 0];
  for (let term = 0; term < plan.terms; term += 1) {
    let isNamed = false;
    const start = at;
    for (const [number, source] of plan.sources.entries()) {
      const own = plan.numbers[number]?.[term] ?? none;
      if (own === none) continue;
      if (!isNamed) bytesAt = writeTerm(source.terms, own, { into, at: bytesAt });
      isNamed = true;
      const count = keptOf(source, plan.counts[number], own);
      if (at === start) append(source, own, { into, at });
      else mergeBehind(source, own, { into, start, at, count });
      at += count;
    }
    into.termOffsets[term + 1] = bytesAt;
    into.postingOffsets[term + 1] = at;
    into.ownWords[term] = ownWordIn(into.frequencies, start, at);
  }
}

function writeTerm(
  { offsets, bytes }: Strings,
  term: number,
  { into, at }: { into: Into; at: number },
): number {
  let to = at;
  for (let from = offsets[term] ?? 0; from < (offsets[term + 1] ?? 0); from += 1) {
    into.termBytes[to] = bytes[from] ?? 0;
    to += 1;
  }
  return to;
}

/** 1 where one of the postings has it as a word of its own. */
function ownWordIn(frequencies: Uint16Array, start: number, end: number): number {
  for (let at = start; at < end; at += 1) if (((frequencies[at] ?? 0) & ownWordBit) !== 0) return 1;
  return 0;
}

/** Most terms have postings in one source alone; this is run for millions of them. */
function append(source: PostingSource, term: number, { into, at }: { into: Into; at: number }) {
  const { offsets, slots, frequencies, moved } = source;
  const end = offsets[term + 1] ?? 0;
  let to = at;
  for (let from = offsets[term] ?? 0; from < end; from += 1) {
    const old = slots[from] ?? 0;
    const slot = moved === undefined ? old : (moved[old] ?? dropped);
    if (slot === dropped) continue;
    into.slots[to] = slot;
    into.frequencies[to] = frequencies[from] ?? 0;
    to += 1;
  }
}

/** From the last one on, so that what is there already moves out of the way and nothing is overwritten. */
function mergeBehind(
  { offsets, slots, frequencies, moved }: PostingSource,
  term: number,
  { into, start, at, count }: { into: Into; start: number; at: number; count: number },
): void {
  let [there, to] = [at - 1, at + count - 1];
  const first = offsets[term] ?? 0;
  for (let from = (offsets[term + 1] ?? 0) - 1; from >= first; from -= 1) {
    const old = slots[from] ?? 0;
    const slot = moved === undefined ? old : (moved[old] ?? dropped);
    if (slot === dropped) continue;
    while (there >= start && (into.slots[there] ?? 0) > slot) {
      into.slots[to] = into.slots[there] ?? 0;
      into.frequencies[to] = into.frequencies[there] ?? 0;
      there -= 1;
      to -= 1;
    }
    into.slots[to] = slot;
    into.frequencies[to] = frequencies[from] ?? 0;
    to -= 1;
  }
}
