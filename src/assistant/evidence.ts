import type { FoundPassage } from "../search/search.ts";

/** `partly`: the docs speak of something near it, but may not answer it. */
export type Evidence = "enough" | "partly" | "none";

const judged = 3;
const enough = 0.62;
const partly = 0.36;
/** A follow-up or a selection says only part of what it means. */
const allowance = 0.15;

/**
 * Decides before the first word whether the docs speak of what was asked, from how much of the question's words the
 * best passages have in these or related words, and from their closeness of meaning; in a language the vectors do not
 * know, from the words alone. The weights were fitted on the docs of another project, the limits on the question sets
 * in bench/answers.
 */
export function weighEvidence(hits: FoundPassage[], fluency: number, leans: boolean): Evidence {
  if (hits.length === 0) return "none";
  const best = hits.slice(0, judged);
  const agreement = Math.max(...best.map((hit) => hit.agreement));
  const similarity = Math.max(...best.map((hit) => hit.similarity));
  const coverage = Math.max(...best.map((hit) => hit.coverage));
  const meaning = 0.7 * agreement + 0.3 * similarity;
  const score = fluency * meaning + (1 - fluency) * coverage + (leans ? allowance : 0);
  if (score >= enough) return "enough";
  return score >= partly ? "partly" : "none";
}
