import type { BundledEmbedder } from "../../models/vectors/static/embedder.ts";
import { type Word, words } from "../../text/tokenise.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { documentFrequency, idf, isOwnWord, type KeywordIndex } from "./keyword.ts";
import { type QuestionTerms, questionTerms } from "./question-terms.ts";

export type WeighedQuestion = {
  weights: Record<string, number>;
  unknown: string[];
  unknownNames: string[];
  strangeness: number;
};

/** What the question's terms say about it, and which of them the docs do not have. */
export function weighQuestion(
  { keyword, languages }: ProjectIndex,
  text: string,
  embedder: Pick<BundledEmbedder, "importance">,
): WeighedQuestion {
  const termsOf = questionTerms(languages, text);
  const weights = new Map<string, number>();
  const unknown = new Set<string>();
  let strangeness = 0;
  for (const word of words(text)) {
    for (const token of new Set([word.whole, ...word.parts])) {
      const importance = embedder.importance(token);
      for (const term of termsOf(token)) {
        weights.set(term, Math.max(weights.get(term) ?? 0, idf(keyword, term) * importance));
        if (documentFrequency(keyword, term) === 0) unknown.add(term);
      }
    }
    for (const token of strangeTokens(keyword, word, termsOf))
      strangeness = Math.max(strangeness, embedder.importance(token));
  }
  return {
    weights: Object.fromEntries(weights),
    unknown: [...unknown],
    unknownNames: unknownNames(keyword, text, termsOf),
    strangeness,
  };
}

const mostNames = 20;

/** `Kubernetes` in "Does it run on Kubernetes?". The first word of a sentence has its capital for another reason. */
function unknownNames(keyword: KeywordIndex, text: string, termsOf: QuestionTerms): string[] {
  const names = text.match(/(?<=[\p{L}\d,;] )\p{Lu}[\p{L}\d]+/gu) ?? [];
  return names.slice(0, mostNames).filter((name) => {
    const known = words(name).flatMap(({ whole, parts }) => [whole, ...parts].flatMap(termsOf));
    return known.length > 0 && known.every((term) => documentFrequency(keyword, term) === 0);
  });
}

/** What the docs never say as a word of its own. A compound that they have whole is known, another counts by its parts. */
function strangeTokens(
  keyword: KeywordIndex,
  { whole, parts }: Word,
  termsOf: QuestionTerms,
): string[] {
  if (parts.length > 0 && termsOf(whole).some((term) => documentFrequency(keyword, term) > 0))
    return [];
  return (parts.length > 0 ? parts : [whole]).filter((token) => {
    const known = termsOf(token);
    return known.length > 0 && !known.some((term) => isOwnWord(keyword, term));
  });
}
