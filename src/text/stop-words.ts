import { fold } from "./fold.ts";
import type { Language } from "./language.ts";
import { stopWordLists } from "./stop-word-lists.ts";

const sets = new Map<Language, ReadonlySet<string>>();

/** The stop words of a language, folded as `fold` does; a language without a list has those of English. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  const known = sets.get(language);
  if (known !== undefined) return known;
  const list = stopWordLists[language];
  const words = list === undefined ? stopWordsOf("en") : setOf(list);
  sets.set(language, words);
  return words;
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(fold));
}
