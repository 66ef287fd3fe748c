import type { Language } from "../../text/language.ts";
import { termOf } from "../../text/terms.ts";
import { tokenise, type Word, words } from "../../text/tokenise.ts";
import type { Passage, SearchQuery, SearchResult } from "../hit.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { documentFrequency, holdsTerm, idf, type KeywordIndex, roleOfTerm } from "./keyword.ts";
import { type AskedText, type QuestionTerms, readAsked } from "./question-words.ts";

type Index = Pick<ProjectIndex, "keyword" | "languages">;
type Importance = (word: string) => number;

/**
 * What the question's terms say about it, and which of them the docs do not have: those passages of them that are meant,
 * where there are several versions or languages.
 */
export function weighQuestion(
  index: Index,
  { text, asked }: { text: string; asked: AskedText },
  { importance: importanceOf, isMeant = () => true }: QuestionMeans,
): Pick<SearchResult, "weights" | "unknown" | "unknownNames" | "strangeness"> {
  const { keyword } = index;
  const { termsOf } = asked;
  const roleOf = rolesOf(keyword, isMeant);
  const weights = new Map<string, number>();
  const unknown = new Set<string>();
  let strangeness = 0;
  for (const word of asked.words) {
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

function rolesOf(keyword: KeywordIndex, isMeant: (slot: number) => boolean): RoleOf {
  const known = new Map<string, ReturnType<RoleOf>>();
  return (term) => {
    const role = known.get(term) ?? roleOfTerm(keyword, term, isMeant);
    known.set(term, role);
    return role;
  };
}

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
/** Of the question and everything that steers it. */
const maxTermsInAll = 160;
/** Of words that were put together or taken apart; they must not outweigh those of the question. */
const guessed = 0.3;
const maxHints = 20;

const allEqual: Importance = () => 1;

/** The terms to search for: the question's by how much they usually say about a topic, the hints' with their own weight. */
export function weighTerms(
  index: Index,
  query: SearchQuery,
  { importance = allEqual, asked = readAsked(index, query.text) }: TermMeans = {},
): Map<string, number> {
  const weights = rarestTerms(index, asked, importance);
  for (const hint of query.hints.slice(0, maxHints)) {
    if (!(hint.weight > 0)) continue;
    if (weights.size >= maxTermsInAll) break;
    for (const [term, weight] of rarestTerms(index, readAsked(index, hint.text), importance)) {
      weights.set(term, Math.max(weights.get(term) ?? 0, weight * hint.weight));
    }
  }
  return weights;
}

type TermMeans = { importance?: Importance; asked?: AskedText };

/** The terms of the text that occur in the index; only the rarest when there are many. */
function rarestTerms(
  { keyword }: Index,
  { words: asked, termsOf }: AskedText,
  importance: Importance,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const { whole, parts, guess } of asked) {
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
  asked: AskedText,
): (slot: number, passage: Passage) => number {
  const needs = needsOf(index, asked);
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
  const tokens = new Set(tokenise(text));
  const found = new Set<string>();
  for (const language of languages)
    for (const token of tokens) {
      const term = termOf(token, language);
      if (term !== undefined) found.add(term);
    }
  return found;
}

function needsOf({ keyword }: Index, { words: asked, termsOf }: AskedText): Need[] {
  const needs = new Map<string, Need>();
  for (const { whole, parts } of asked) {
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
