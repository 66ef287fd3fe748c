import { terms } from "../text/terms.ts";
import type { SearchQuery } from "./hit.ts";
import { idf, type KeywordIndex } from "./keyword.ts";

const maxTerms = 40;
const maxHints = 20;

/** The terms to search for: the question's with weight 1 (2 when repeated), the hints' with their own. */
export function weighTerms(index: KeywordIndex, query: SearchQuery): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [term, count] of rarestTerms(index, query.text)) weights.set(term, Math.min(count, 2));
  for (const hint of query.hints.slice(0, maxHints)) {
    if (!(hint.weight > 0)) continue;
    for (const term of rarestTerms(index, hint.text).keys()) {
      weights.set(term, Math.max(weights.get(term) ?? 0, hint.weight));
    }
  }
  return weights;
}

/** The terms of the text that occur in the index, with their counts; only the rarest when there are many. */
function rarestTerms(index: KeywordIndex, text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms(text)) {
    if (index.termIds.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  if (counts.size <= maxTerms) return counts;
  const byRarity = [...counts].map(([term, count]) => ({ term, count, rarity: idf(index, term) }));
  byRarity.sort((left, right) => right.rarity - left.rarity);
  return new Map(byRarity.slice(0, maxTerms).map(({ term, count }) => [term, count]));
}
