import { tokenise } from "../../text/tokenise.ts";
import type { SearchQuery } from "../hit.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { documentFrequency, idf } from "./keyword.ts";
import { questionTerms } from "./question-terms.ts";

const maxTerms = 40;
const maxHints = 20;

type Index = Pick<ProjectIndex, "keyword" | "languages">;
type Importance = (word: string) => number;
const allEqual: Importance = () => 1;

/** The terms to search for: the question's by how much they usually say about a topic, the hints' with their own weight. */
export function weighTerms(
  index: Index,
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
  { keyword, languages }: Index,
  text: string,
  importance: Importance,
): Map<string, number> {
  const found = new Map<string, number>();
  const termsOf = questionTerms(languages, text);
  for (const token of tokenise(text)) {
    for (const term of termsOf(token)) {
      if (documentFrequency(keyword, term) === 0) continue;
      found.set(term, Math.max(found.get(term) ?? 0, importance(token)));
    }
  }
  const all = [...found];
  if (all.length > maxTerms)
    all.sort(([left], [right]) => idf(keyword, right) - idf(keyword, left));
  return new Map(all.slice(0, maxTerms));
}
