import { detectLanguage } from "../../text/detect-language.ts";
import type { Language } from "../../text/language.ts";
import { terms, termsOfQuestion } from "../../text/terms.ts";
import { type Word, words } from "../../text/tokenise.ts";
import type { Passage, SearchQuery, SearchResult } from "../hit.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { documentFrequency, holdsTerm, idf, type KeywordIndex, roleOfTerm } from "./keyword.ts";
import { questionWords } from "./question-words.ts";

type Index = Pick<ProjectIndex, "keyword" | "languages">;
type Importance = (word: string) => number;

/**
 * What the question's terms say about it, and which of them the docs do not have: those passages of them that are meant,
 * where there are several versions or languages.
 */
export function weighQuestion(
  index: Index,
  text: string,
  { importance: importanceOf, isMeant = () => true }: QuestionMeans,
): Pick<SearchResult, "weights" | "unknown" | "unknownNames" | "strangeness"> {
  const { keyword } = index;
  const termsOf = questionTerms(index.languages, text);
  const roleOf = (term: string) => roleOfTerm(keyword, term, isMeant);
  const weights = new Map<string, number>();
  const unknown = new Set<string>();
  let strangeness = 0;
  for (const word of questionWords(index, text)) {
    for (const token of new Set([word.whole, ...word.parts])) {
      const importance = importanceOf(token);
      for (const term of termsOf(token)) {
        weights.set(term, Math.max(weights.get(term) ?? 0, idf(keyword, term) * importance));
        if (roleOf(term) === "none") unknown.add(term);
      }
    }
    for (const token of strangeTokens(word, termsOf, roleOf))
      strangeness = Math.max(strangeness, importanceOf(token));
  }
  return {
    weights: Object.fromEntries(weights),
    unknown: [...unknown],
    unknownNames: unknownNames(text, termsOf, roleOf),
    strangeness,
  };
}

type QuestionMeans = {
  importance: Importance;
  /** Whether a passage is in the version and language that the question is about. */
  isMeant?: (slot: number) => boolean;
};

type RoleOf = (term: string) => "word" | "part" | "none";

const mostNames = 20;

/** `Kubernetes` in "Does it run on Kubernetes?". The first word of a sentence has its capital for another reason. */
function unknownNames(text: string, termsOf: QuestionTerms, roleOf: RoleOf): string[] {
  const names = text.match(/(?<=[\p{L}\d,;] )\p{Lu}[\p{L}\d]+/gu) ?? [];
  return names.slice(0, mostNames).filter((name) => {
    const known = words(name).flatMap(({ whole, parts }) => [whole, ...parts].flatMap(termsOf));
    return known.length > 0 && known.every((term) => roleOf(term) === "none");
  });
}

/** What the docs never say as a word of its own. A compound that they have whole is known, another counts by its parts. */
function strangeTokens({ whole, parts }: Word, termsOf: QuestionTerms, roleOf: RoleOf): string[] {
  if (parts.length > 0 && termsOf(whole).some((term) => roleOf(term) !== "none")) return [];
  return (parts.length > 0 ? parts : [whole]).filter((token) => {
    const known = termsOf(token);
    return known.length > 0 && !known.some((term) => roleOf(term) === "word");
  });
}

const maxTerms = 40;
/** Of words that were put together or taken apart; they must not outweigh those of the question. */
const guessed = 0.3;
const maxHints = 20;

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
function rarestTerms(index: Index, text: string, importance: Importance): Map<string, number> {
  const { keyword } = index;
  const found = new Map<string, number>();
  const termsOf = questionTerms(index.languages, text);
  for (const { whole, parts, guess } of questionWords(index, text)) {
    for (const token of [whole, ...parts]) {
      const isGuess = guess === (token === whole ? "whole" : "parts");
      const weight = importance(token) * (isGuess ? guessed : 1);
      for (const term of termsOf(token)) {
        if (documentFrequency(keyword, term) === 0) continue;
        found.set(term, Math.max(found.get(term) ?? 0, weight));
      }
    }
  }
  const all = [...found];
  if (all.length > maxTerms)
    all.sort(([left], [right]) => idf(keyword, right) - idf(keyword, left));
  return new Map(all.slice(0, maxTerms));
}

/** A word of the question by the terms it may have, one for each language. */
type Need = { whole: string[]; parts: { terms: string[]; information: number }[] };

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

function needsOf(index: Index, question: string): Need[] {
  const { keyword } = index;
  const needs = new Map<string, Need>();
  const termsOf = questionTerms(index.languages, question);
  for (const { whole, parts } of questionWords(index, question)) {
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

/** The terms a word of the question may have in the languages of the docs; none for a stop word of its own language. */
type QuestionTerms = (token: string) => string[];

function questionTerms(languages: Language[], question: string): QuestionTerms {
  const asked = detectLanguage(question, languages[0]);
  return (token) => termsOfQuestion(token, languages, asked);
}
