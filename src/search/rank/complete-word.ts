import { firstFrom } from "../segment/strings.ts";
import { documentFrequency, type KeywordIndex } from "./keyword.ts";

const shortest = 2;
const mostTerms = 6;
/** What a word counts that only begins as it was typed. */
const weight = 0.8;

/** The terms that a word may become which somebody is still typing: those that most passages have. */
export function completeWord(index: KeywordIndex, typed: string): Map<string, number> {
  const word = typed.toLowerCase();
  if (word.length < shortest) return new Map();
  const terms = new Set(index.parts.flatMap((part) => beginningWith(part.terms, word)));
  const found = [...terms]
    .map((term) => ({ term, passages: documentFrequency(index, term) }))
    .filter(({ passages }) => passages > 0)
    .sort((left, right) => right.passages - left.passages || (left.term < right.term ? -1 : 1));
  return new Map(found.slice(0, mostTerms).map(({ term }) => [term, weight]));
}

function beginningWith(terms: KeywordIndex["parts"][number]["terms"], word: string): string[] {
  const found: string[] = [];
  for (let place = firstFrom(terms, word); place < terms.length; place += 1) {
    const term = terms.at(place);
    if (!term.startsWith(word)) break;
    found.push(term);
  }
  return found;
}
