import { commonSpelling } from "./spelling.ts";
import { stem } from "./stem.ts";
import { stopWords } from "./stop-words.ts";
import { tokenise } from "./tokenise.ts";

/** The words search compares: no stop words, English endings cut off. */
export function terms(text: string): string[] {
  const found: string[] = [];
  for (const token of tokenise(text)) {
    const term = termOf(token);
    if (term !== undefined) found.push(term);
  }
  return found;
}

/** The term of one token of `tokenise`; undefined for a stop word. */
export function termOf(token: string): string | undefined {
  return stopWords.has(token) ? undefined : stem(commonSpelling(token));
}
