import { termOf } from "../text/terms.ts";
import { tokenise } from "../text/tokenise.ts";
import type { SearchQuery } from "./hit.ts";
import { idf, type KeywordIndex } from "./keyword.ts";

const maxTerms = 40;
const maxHints = 20;

type Importance = (word: string) => number;
const allEqual: Importance = () => 1;

/** The terms to search for: the question's by how much they usually say about a topic, twice that when repeated; the hints' with their own weight. */
export function weighTerms(
  index: KeywordIndex,
  query: SearchQuery,
  importance: Importance = allEqual,
): Map<string, number> {
  const weights = rarestTerms(index, query.text, importance);
  for (const hint of query.hints.slice(0, maxHints)) {
    if (!(hint.weight > 0)) continue;
    for (const [term, weight] of rarestTerms(index, hint.text, importance)) {
      weights.set(term, Math.max(weights.get(term) ?? 0, weight * hint.weight));
    }
  }
  return weights;
}

/** The terms of the text that occur in the index; only the rarest when there are many. */
function rarestTerms(
  index: KeywordIndex,
  text: string,
  importance: Importance,
): Map<string, number> {
  const found = new Map<string, { count: number; importance: number }>();
  for (const token of tokenise(text)) {
    const term = termOf(token);
    if (term === undefined || !index.termIds.has(term)) continue;
    const known = found.get(term) ?? { count: 0, importance: 0 };
    found.set(term, {
      count: Math.min(known.count + 1, 2),
      importance: Math.max(known.importance, importance(token)),
    });
  }
  const all = [...found].map(([term, one]) => ({ term, weight: one.count * one.importance }));
  if (all.length > maxTerms)
    all.sort((left, right) => idf(index, right.term) - idf(index, left.term));
  return new Map(all.slice(0, maxTerms).map(({ term, weight }) => [term, weight]));
}
