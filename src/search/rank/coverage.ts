import type { Language } from "../../text/language.ts";
import { terms } from "../../text/terms.ts";
import { words } from "../../text/tokenise.ts";
import type { Passage } from "../hit.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { holdsTerm, idf, type KeywordIndex } from "./keyword.ts";
import { questionTerms } from "./question-terms.ts";

/** A word of the question by the terms it may have, one for each language. */
type Need = { whole: string[]; parts: { terms: string[]; information: number }[] };

type Index = Pick<ProjectIndex, "keyword" | "languages">;

const maxNeeds = 200;

/**
 * How much of the question's information the passage in a slot holds, by inverse document frequency, from 0 to 1.
 * A compound such as `open-source` counts as found when it stands there whole or in parts.
 */
export function coverageOf(
  index: Index,
  question: string,
): (slot: number, passage: Passage) => number {
  const needs = needsOf(index, question);
  const total = needs.reduce((sum, need) => sum + informationOf(need, () => true), 0);
  return (slot, passage) => {
    if (total === 0) return 0;
    const has = termTest(index, passage, slot);
    return needs.reduce((sum, need) => sum + informationOf(need, has), 0) / total;
  };
}

/** The index also holds the words of the path; a term that stands in the path is looked up in the text itself. */
function termTest(
  { keyword, languages }: Index,
  passage: Passage,
  slot: number,
): (term: string) => boolean {
  const inPath = termsIn(passage.path, languages);
  let inText: Set<string> | undefined;
  return (term) => {
    if (!holdsTerm(keyword, slot, term)) return false;
    if (!inPath.has(term)) return true;
    const text = `${passage.title}\n${passage.headings.join("\n")}\n${passage.text}`;
    inText ??= termsIn(text, languages);
    return inText.has(term);
  };
}

function termsIn(text: string, languages: Language[]): Set<string> {
  return new Set(languages.flatMap((language) => terms(text, language)));
}

function needsOf({ keyword, languages }: Index, question: string): Need[] {
  const needs = new Map<string, Need>();
  const termsOf = questionTerms(languages, question);
  for (const { whole, parts } of words(question)) {
    const wholeTerms = termsOf(whole);
    const [name] = wholeTerms;
    if (name === undefined || needs.has(name)) continue;
    const tokens = parts.length === 0 ? [whole] : parts;
    needs.set(name, {
      whole: wholeTerms,
      parts: tokens
        .map(termsOf)
        .map((found) => ({ terms: found, information: leastInformation(keyword, found) })),
    });
    if (needs.size === maxNeeds) break;
  }
  return [...needs.values()];
}

function leastInformation(keyword: KeywordIndex, found: string[]): number {
  return found.length === 0 ? 0 : Math.min(...found.map((term) => idf(keyword, term)));
}

function informationOf(need: Need, has: (term: string) => boolean): number {
  const hasWhole = need.whole.some(has);
  return need.parts.reduce(
    (sum, part) => sum + (hasWhole || part.terms.some(has) ? part.information : 0),
    0,
  );
}
