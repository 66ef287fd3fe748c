import type { FoundPassage } from "../hit.ts";

type Hit = Omit<FoundPassage, "relevance">;

/**
 * Scores of different questions cannot be compared, so the best hit is judged by what it has in common with the question,
 * in words and in meaning, and the others by their score beside it.
 */
export function relevanceOf(hits: Hit[], fluency: number): FoundPassage[] {
  const best = hits[0];
  if (best === undefined || best.score <= 0) return [];
  const trust = Math.max(...hits.map((hit) => fitOf(hit, fluency)));
  return hits.map((hit) => ({ ...hit, relevance: trust * (hit.score / best.score) }));
}

function fitOf({ coverage, similarity }: Hit, fluency: number): number {
  const meaning = Math.max(0, similarity);
  const fit = (1 - fluency / 2) * coverage + (fluency / 2) * meaning;
  return Math.min(1, fit);
}
