import type { BundledEmbedder } from "../../models/vectors/static/embedder.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import type { Segment } from "../segment/segment.ts";
import {
  type CutPassage,
  comparePassages,
  cutPassage,
  incomparable,
  type PassageComparison,
  plainName,
} from "./compare-passages.ts";
import type { ReadTexts } from "./phrases.ts";

/** Only so many of the best passages are compared with the question word by word: that is dear. */
const comparedPassages = 16;
/** Near copies among them are dropped, and others move up. */
const leastSlots = 24;
/** Fitted on questions over public docs: how much the passage as a whole and its best block count. */
const strengths = { agreement: 0.7, focus: 0.45 };
/** Who types the name of a heading and nothing else wants what stands under it. */
const calledSo = 0.4;

export type Compared = { slot: number; score: number; tokens: Uint32Array } & PassageComparison;

type Means = { embedder: Pick<BundledEmbedder, "nearness" | "tokens">; read: ReadTexts };

type Ranked = {
  question: string;
  /** The best first. */
  slots: number[];
  scores: Float32Array;
  /** How far the vectors know the question's language. */
  fluency: number;
};

/**
 * Orders the best slots anew: each score is corrected by how far the passage's agreement with the question, word by word,
 * is above or below the mean of them. Where the vectors do not know the question's language, the order stays.
 */
export async function rerank(
  index: ProjectIndex,
  { embedder, read }: Means,
  { question, slots, scores, fluency }: Ranked,
): Promise<Compared[]> {
  const cut = await cutPassages(index, { embedder, read }, slots.slice(0, comparedPassages));
  const comparisons = comparePassages(embedder, question, cut);
  const strength = comparisons.map(
    ({ agreement, focus }) => strengths.agreement * agreement + strengths.focus * focus,
  );
  const mean = strength.reduce((sum, one) => sum + one, 0) / strength.length;
  const asked = plainName(question);
  const bonus = cut.map(({ called }) => (called === asked && asked !== "" ? calledSo : 0));
  return slots
    .map((slot, place) => ({
      ...(comparisons[place] ?? incomparable),
      slot,
      score:
        (scores[slot] ?? 0) *
        Math.exp(fluency * ((strength[place] ?? mean) - mean) + (bonus[place] ?? 0)),
      tokens: cut[place]?.tokens ?? noTokens,
    }))
    .sort((left, right) => right.score - left.score);
}

/** How many slots a search for so many hits looks at. */
export function slotsFor(limit: number): number {
  return Math.max(limit, leastSlots);
}

const noTokens = new Uint32Array();
const nothing: CutPassage = {
  ...{ names: noTokens, heading: noTokens, called: "" },
  ...{ blocks: [], tokens: noTokens },
};
const kept = new WeakMap<Segment, Map<number, CutPassage>>();
const mostKept = 4_000;

/** Cutting a text into tokens is the dear part, and readers ask about the same passages over and over. */
async function cutPassages(
  index: ProjectIndex,
  { embedder, read }: Means,
  slots: number[],
): Promise<CutPassage[]> {
  const known = slots.map((slot) => keptOf(index, slot));
  const missing = slots.filter((_, place) => !known[place]?.has());
  const ids = new Map(missing.map((slot) => [slot, index.passageId(slot)]));
  const texts = await read([...ids.values()]);
  for (const [place, slot] of slots.entries()) {
    const text = texts.get(ids.get(slot) ?? "");
    if (text === undefined) continue;
    const { headings, content } = text;
    const { title } = index.page(index.pageOf(slot));
    known[place]?.set(cutPassage(embedder, { names: [title, ...headings], content }));
  }
  return known.map((one) => one?.get() ?? nothing);
}

/** Where the parts of a slot's passage are kept: with its segment, which stays while others come. */
function keptOf({ segments }: ProjectIndex, slot: number) {
  let own = slot;
  for (const segment of segments) {
    if (own >= segment.passages) {
      own -= segment.passages;
      continue;
    }
    const place = own;
    const passages = kept.get(segment) ?? new Map<number, CutPassage>();
    kept.set(segment, passages);
    return {
      has: () => passages.has(place),
      get: () => passages.get(place),
      set(cut: CutPassage) {
        if (passages.size >= mostKept) passages.clear();
        passages.set(place, cut);
      },
    };
  }
  return undefined;
}
