import { measuredHits, type SearchResult } from "../../search/hit.ts";

/** `partly`: the docs speak of something near it, but may not answer it. */
export type Evidence = "enough" | "partly" | "none";

const enough = 0.95;
const partly = 0.32;
/** A follow-up or a selection says only part of what it means. */
const allowance = 0.2;

/**
 * Decides before the first word whether the docs speak of what was asked: from how much of the question's words the best
 * passages have in these or related words, from their closeness of meaning, and from how telling a word of the question
 * is that the docs never use. In a language the vectors do not know, the words alone decide. The weights come from a
 * logistic fit over the question sets in bench/answers.
 */
export function weighEvidence(found: SearchResult, leans: boolean): Evidence {
  const best = found.hits.slice(0, measuredHits);
  if (best.length === 0) return "none";
  const agreement = Math.max(...best.map((hit) => hit.agreement));
  const similarity = Math.max(...best.map((hit) => hit.similarity));
  const coverage = Math.max(...best.map((hit) => hit.coverage));
  const meaning = agreement + 0.73 * similarity - 0.3 * found.strangeness;
  const words = 1.5 * coverage;
  const score = found.fluency * meaning + (1 - found.fluency) * words + (leans ? allowance : 0);
  // Whoever names a product that the docs never mention is not asking about these docs alone.
  if (score >= enough && found.unknownNames.length === 0) return "enough";
  return score >= partly ? "partly" : "none";
}
