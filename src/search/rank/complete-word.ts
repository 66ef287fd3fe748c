import { documentFrequency, type KeywordIndex } from "./keyword.ts";

const shortest = 2;
const mostTerms = 6;
/** What a word counts that only begins as it was typed. */
const weight = 0.8;

/** The terms that a word may become which somebody is still typing: those that most passages have. */
export function completeWord(index: KeywordIndex, typed: string): Map<string, number> {
  const word = typed.toLowerCase();
  if (word.length < shortest) return new Map();
  const found: { term: string; passages: number }[] = [];
  for (const term of index.termIds.keys()) {
    if (!term.startsWith(word)) continue;
    const passages = documentFrequency(index, term);
    if (passages > 0) found.push({ term, passages });
  }
  found.sort((left, right) => right.passages - left.passages);
  return new Map(found.slice(0, mostTerms).map(({ term }) => [term, weight]));
}
