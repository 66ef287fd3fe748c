import type { SearchHit } from "../search/hit.ts";

export type Evidence = "enough" | "none";

const neededCoverage = 0.5;
const neededCoverageWhenLeaning = 0.3;

/**
 * Decides before the first word whether the docs speak of what was asked: the best passage must hold enough of the
 * question's information. Rare words weigh most, so one word the docs never use outweighs several common ones.
 */
export function weighEvidence(
  hits: SearchHit[],
  weights: Record<string, number>,
  leans: boolean,
): Evidence {
  if (hits.length === 0) return "none";
  if (Object.keys(weights).length === 0) return leans ? "enough" : "none";
  const best = Math.max(...hits.slice(0, 3).map((hit) => hit.coverage));
  return best >= (leans ? neededCoverageWhenLeaning : neededCoverage) ? "enough" : "none";
}
