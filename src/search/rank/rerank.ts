import type { BundledEmbedder, Comparison } from "../../models/vectors/static/embedder.ts";
import type { PassageText } from "../../store/docs/passages.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import type { ReadTexts } from "./phrases.ts";

/** Only so many of the best passages are compared with the question word by word: that is dear. */
const comparedPassages = 24;
const strength = 0.5;

export type Compared = { slot: number; score: number; tokens: Uint32Array } & Comparison;

type Means = { embedder: Pick<BundledEmbedder, "compare" | "tokens">; read: ReadTexts };

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
  const compared = slots.slice(0, comparedPassages);
  const tokens = await tokensOf(index, { embedder, read }, compared);
  const comparisons = embedder.compare(question, tokens);
  const mean = comparisons.reduce((sum, one) => sum + one.agreement, 0) / comparisons.length;
  const factor = strength * fluency;
  return slots
    .map((slot, place) => {
      const comparison = comparisons[place];
      const correction = comparison ? factor * (comparison.agreement - mean) : 0;
      const { agreement, gap } = comparison ?? { agreement: 0, gap: 0 };
      const score = (scores[slot] ?? 0) * (1 + correction);
      return { slot, agreement, gap, score, tokens: tokens[place] ?? noTokens };
    })
    .sort((left, right) => right.score - left.score);
}

/** How many slots a search for so many hits looks at. */
export function slotsFor(limit: number): number {
  return Math.max(limit, comparedPassages);
}

const noTokens = new Uint32Array();
const kept = new WeakMap<ProjectIndex, Map<number, Uint32Array>>();
const mostKept = 20_000;

/** Cutting a text into tokens is the dear part, and readers ask about the same passages over and over. */
async function tokensOf(
  index: ProjectIndex,
  { embedder, read }: Means,
  slots: number[],
): Promise<Uint32Array[]> {
  const known = kept.get(index) ?? new Map<number, Uint32Array>();
  kept.set(index, known);
  if (known.size > mostKept) known.clear();
  const missing = slots.filter((slot) => !known.has(slot));
  const texts = await read(missing.map((slot) => index.passageIds[slot] ?? ""));
  for (const slot of missing) {
    const text = texts.get(index.passageIds[slot] ?? "");
    if (text !== undefined) known.set(slot, embedder.tokens(readText(index, slot, text)));
  }
  return slots.map((slot) => known.get(slot) ?? noTokens);
}

function readText(index: ProjectIndex, slot: number, { headings, text }: PassageText): string {
  const title = index.pages[index.pageOf[slot] ?? 0]?.title ?? "";
  return [title, ...headings, text].join("\n");
}
