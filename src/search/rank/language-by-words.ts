import { isLatin } from "../../text/detect-language.ts";
import type { Language } from "../../text/language.ts";
import { termOf } from "../../text/terms.ts";
import { words } from "../../text/tokenise.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { slotsWith } from "./keyword.ts";

type Index = Pick<ProjectIndex, "editions"> & Partial<Pick<ProjectIndex, "keyword" | "pageOf">>;

const mostWords = 12;
const mostPostings = 50_000;
/** Fewer words prove nothing: names are the same in every language. */
const leastWords = 2;
const half = 0.5;

/**
 * The language whose pages have the words of a short question that the main language's pages do not have: "Schriftart
 * ändern" says little about its own language, but only German pages speak of it. Undefined where nothing speaks for another one.
 */
export function languageByWords(index: Index, text: string): Language | undefined {
  const { editions: known } = index;
  if (known === undefined) return undefined;
  // Other scripts say themselves what language they are; a Latin word on such a page is a name.
  const languages = [...new Set(known.editions.map(({ language }) => language))].filter(isLatin);
  const tokens = [...new Set(words(text).map(({ whole }) => whole))].slice(0, mostWords);
  // Small words of the main language leave no doubt.
  if (tokens.some((token) => termOf(token, known.mainLanguage) === undefined)) return undefined;
  const found = new Map(languages.map((language) => [language, { all: 0, known: 0 }]));
  for (const token of tokens) {
    for (const [language, count] of found) {
      const term = termOf(token, language);
      if (term === undefined) continue;
      count.all += 1;
      if (isSaidIn(index, term, language)) count.known += 1;
    }
  }
  const shareOf = (language: Language) => {
    const { all = 0, known: said = 0 } = found.get(language) ?? {};
    return all === 0 ? 0 : said / all;
  };
  const main = shareOf(known.mainLanguage);
  const [best] = languages
    .filter((language) => (found.get(language)?.known ?? 0) >= leastWords)
    .sort((left, right) => shareOf(right) - shareOf(left));
  return best !== undefined && main < half && shareOf(best) >= main + half ? best : undefined;
}

function isSaidIn({ keyword, pageOf, editions }: Index, term: string, language: Language): boolean {
  if (!keyword || !pageOf || !editions) return false;
  for (const slot of slotsWith(keyword, term, mostPostings))
    if (editions.editions[editions.editionOf[pageOf(slot)] ?? 0]?.language === language)
      return true;
  return false;
}
