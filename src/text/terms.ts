import { fold } from "./fold.ts";
import type { Language } from "./language.ts";
import { stemWord } from "./stem/stem-word.ts";
import { stopWordsOf } from "./stop-words.ts";
import { tokenise } from "./tokenise.ts";

/** The words search compares: no stop words, the language's endings cut off, marks dropped. */
export function terms(text: string, language: Language = "en"): string[] {
  const found: string[] = [];
  for (const token of tokenise(text)) {
    const term = termOf(token, language);
    if (term !== undefined) found.push(term);
  }
  return found;
}

/** The term of one token of `tokenise`; undefined for a stop word of the language. */
export function termOf(token: string, language: Language = "en"): string | undefined {
  const known = knownTerms(language);
  if (known.has(token)) return known.get(token);
  const term = isStopWord(token, language) ? undefined : stemWord(token, language);
  known.set(token, term);
  return term;
}

const mostKnown = 20_000;
const cache = new Map<Language, Map<string, string | undefined>>();

/** Texts say the same words over and over, and stemming is the slow part of reading them. */
function knownTerms(language: Language): Map<string, string | undefined> {
  const known = cache.get(language);
  if (known !== undefined && known.size < mostKnown) return known;
  const fresh = new Map<string, string | undefined>();
  cache.set(language, fresh);
  return fresh;
}

/**
 * The distinct terms that a token of a question can have in an index. `languages` are those that occur in the index;
 * `asked` is the question's own, from `detectLanguage`: its stop words yield nothing. A stop word of another language
 * only has no term in that one, so "die" in an English question still finds the English word in a site that is also German.
 */
export function termsOfQuestion(
  token: string,
  languages: readonly Language[],
  asked: Language = "en",
): string[] {
  if (isStopWord(token, asked)) return [];
  const found = new Set<string>();
  for (const language of languages.length === 0 ? [asked] : languages) {
    const term = termOf(token, language);
    if (term !== undefined) found.add(term);
  }
  return [...found];
}

function isStopWord(token: string, language: Language): boolean {
  return stopWordsOf(language).has(fold(token));
}
