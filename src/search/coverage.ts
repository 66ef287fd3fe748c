import { termOf, terms } from "../text/terms.ts";
import { words } from "../text/tokenise.ts";
import type { Passage } from "./hit.ts";
import { holdsTerm, idf, type KeywordIndex } from "./keyword.ts";

type Need = { whole: string; parts: { term: string; information: number }[] };

const maxNeeds = 200;

/**
 * How much of the question's information the passage at a position holds, by inverse document frequency, from 0 to 1.
 * A compound such as `open-source` counts as found when it stands there whole or in parts.
 */
export function coverageOf(index: KeywordIndex, question: string): (position: number) => number {
  const needs = needsOf(index, question);
  const total = needs.reduce((sum, need) => sum + informationOf(need, () => true), 0);
  return (position) => {
    const passage = index.passages[position];
    if (total === 0 || passage === undefined) return 0;
    const has = termTest(index, passage, position);
    return needs.reduce((sum, need) => sum + informationOf(need, has), 0) / total;
  };
}

/** The index also holds the words of the path; a term that stands in the path is looked up in the text itself. */
function termTest(
  index: KeywordIndex,
  passage: Passage,
  position: number,
): (term: string) => boolean {
  const inPath = new Set(terms(passage.path));
  let inText: Set<string> | undefined;
  return (term) => {
    if (!holdsTerm(index, position, term)) return false;
    if (!inPath.has(term)) return true;
    inText ??= new Set(terms(`${passage.title}\n${passage.headings.join("\n")}\n${passage.text}`));
    return inText.has(term);
  };
}

function needsOf(index: KeywordIndex, question: string): Need[] {
  const needs = new Map<string, Need>();
  for (const { whole, parts } of words(question)) {
    const wholeTerm = termOf(whole);
    if (wholeTerm === undefined || needs.has(wholeTerm)) continue;
    const tokens = parts.length === 0 ? [whole] : parts;
    const partTerms = tokens.map(termOf).filter((term) => term !== undefined);
    needs.set(wholeTerm, {
      whole: wholeTerm,
      parts: partTerms.map((term) => ({ term, information: idf(index, term) })),
    });
    if (needs.size === maxNeeds) break;
  }
  return [...needs.values()];
}

function informationOf(need: Need, has: (term: string) => boolean): number {
  const hasWhole = has(need.whole);
  return need.parts.reduce(
    (sum, { term, information }) => sum + (hasWhole || has(term) ? information : 0),
    0,
  );
}
