import type { ProjectIndex } from "../../index/project-index.ts";
import { createHighest } from "../highest.ts";
import {
  type AskedTerm,
  addTerm,
  askedTerms,
  type FoundSlots,
  type KeywordIndex,
  worthOf,
} from "../keyword.ts";
import { highestRaise } from "../rank.ts";
import type { Room } from "../scratch.ts";

type Index = Pick<ProjectIndex, "keyword" | "pageOf">;
type Asked = {
  /** What each term counts. */
  terms: Map<string, number>;
  /** What the scores of each page are multiplied by; pages with 0 are left out. */
  factors: Float32Array;
  /** How many of the best are wanted. */
  limit: number;
};

export type Contenders = {
  /** Those that may come among the best by words, each once; their scores are in the room. */
  slots: Uint32Array;
  /** Of all scores. */
  highest: number;
  /** The score of any slot. */
  scoreOf(slot: number): number;
};

/**
 * Passages that may be among the best by words. The terms that may add most are added up first; as soon as all others together
 * cannot lift a passage among the best, no passages join that have only those (MaxScore, Turtle and Flood 1995).
 */
export function contendersByWords(index: Index, asked: Asked, { scores, slots }: Room): Contenders {
  const { keyword } = index;
  const { factors, limit } = asked;
  const terms = askedTerms(keyword, asked.terms);
  const found: FoundSlots = { slots, count: 0 };
  const highestFactor = highestOf(factors);
  const reach = highestFactor * highestRaise;
  const bar = () => barOf(index, { scores, found, factors, limit, highestFactor });
  let [added, rest] = [0, terms.reduce((sum, { most }) => sum + most, 0)];
  let postings = terms.reduce((sum, term) => sum + term.postings, 0);
  let isClosed = false;
  for (const term of terms) {
    if (isClosed) addToFound(keyword, term, { scores, found });
    else addTerm(keyword, term, scores, found);
    added += term.most;
    rest = Math.max(0, rest - term.most);
    postings -= term.postings;
    const mayClose = added > rest * highestRaise && postings > found.count;
    if (!isClosed && !mayClose) continue;
    const least = bar();
    isClosed ||= least > rest * reach;
    if (isClosed) keep(index, found, { scores, factors, least: least / reach - rest });
  }
  keep(index, found, { scores, factors, least: bar() / reach });
  const kept = slots.subarray(0, found.count);
  return {
    slots: kept,
    highest: kept.reduce((highest, slot) => Math.max(highest, scores[slot] ?? 0), 0),
    scoreOf: isClosed ? (slot) => sumOf(keyword, terms, slot) : (slot) => scores[slot] ?? 0,
  };
}

function highestOf(factors: Float32Array): number {
  let highest = 0;
  for (let place = 0; place < factors.length; place += 1)
    if ((factors[place] ?? 0) > highest) highest = factors[place] ?? 0;
  return highest;
}

/** Looking a slot up takes about as long as going through so many postings. */
const lookUp = 16;

function addToFound(
  keyword: KeywordIndex,
  term: AskedTerm,
  { scores, found }: { scores: Float32Array; found: FoundSlots },
): void {
  if (found.count * lookUp > term.postings) {
    addTerm(keyword, term, scores);
    return;
  }
  for (let at = 0; at < found.count; at += 1) {
    const slot = found.slots[at] ?? 0;
    scores[slot] = (scores[slot] ?? 0) + worthOf(keyword, term, slot);
  }
}

/** As adding up in the room would give it. */
function sumOf(keyword: KeywordIndex, terms: AskedTerm[], slot: number): number {
  return terms.reduce((sum, term) => Math.fround(sum + worthOf(keyword, term, slot)), 0);
}

type Found = { scores: Float32Array; found: FoundSlots; factors: Float32Array };

/** The lowest of so many of the best scores, each by its page's factor; 0 where there are fewer. */
function barOf(
  { pageOf }: Index,
  {
    scores,
    found,
    factors,
    limit,
    highestFactor,
  }: Found & { limit: number; highestFactor: number },
): number {
  const best = createHighest(limit);
  let least = 0;
  for (let at = 0; at < found.count; at += 1) {
    const slot = found.slots[at] ?? 0;
    const score = scores[slot] ?? 0;
    if (score * highestFactor <= least) continue;
    best.add(score * (factors[pageOf(slot)] ?? 0));
    if (best.isFull()) least = best.least();
  }
  return least;
}

/** Keeps the slots whose score is not less, but for those of pages that are left out. */
function keep(
  { pageOf }: Index,
  found: FoundSlots,
  { scores, factors, least }: { scores: Float32Array; factors: Float32Array; least: number },
): void {
  let kept = 0;
  for (let at = 0; at < found.count; at += 1) {
    const slot = found.slots[at] ?? 0;
    if ((scores[slot] ?? 0) < least || factors[pageOf(slot)] === 0) continue;
    found.slots[kept] = slot;
    kept += 1;
  }
  found.count = kept;
}
