import type { Language } from "../../text/language.ts";
import { termOf } from "../../text/terms.ts";
import { words } from "../../text/tokenise.ts";

/** A passage as it is searched for by words. */
export type KeywordEntry = {
  title: string;
  headings: string[];
  text: string;
  path: string;
  /** What the page's front matter says about it; with the passage that begins the page alone. */
  description?: string;
  /** Further words for what the page is about. */
  keywords?: string;
  language: Language;
};

/** In a frequency, marks a word of its own, not a part of an identifier. */
export const ownWordBit = 0x8000;
export const largestFrequency = 0x7fff;

const tenths = { title: 20, headings: 25, body: 10, path: 3, keywords: 3 };
const stopWord = -1;

export type CountedTerms = {
  /** Weighted frequencies in tenths, by the number of the term, with the mark of a word of its own. */
  frequencies: Map<number, number>;
  /** Of all terms together, in tenths. */
  length: number;
};

/** Counts terms, numbering them as they come. Stemming is the slow part, so each token is stemmed once in each language. */
export function createTermCounter() {
  const termIds = new Map<string, number>();
  const tokenIds = new Map<Language, Map<string, number>>();

  function idOf(token: string, language: Language): number {
    const known = tokenIds.get(language) ?? new Map<string, number>();
    if (known.size === 0) tokenIds.set(language, known);
    const found = known.get(token);
    if (found !== undefined) return found;
    const term = termOf(token, language);
    const id = term === undefined ? stopWord : (termIds.get(term) ?? termIds.size);
    if (term !== undefined) termIds.set(term, id);
    known.set(token, id);
    return id;
  }

  function count(entry: KeywordEntry): CountedTerms {
    const counted: CountedTerms = { frequencies: new Map(), length: 0 };
    const addField = (text: string, weight: number) => {
      for (const { whole, parts } of words(text)) {
        const isOwn = parts.length === 0;
        addTerm(counted, idOf(whole, entry.language), { weight, isOwn });
        for (const part of parts)
          addTerm(counted, idOf(part, entry.language), { weight, isOwn: false });
      }
    };
    addField(entry.title, tenths.title);
    addField(entry.headings.join("\n"), tenths.headings);
    addField(entry.text, tenths.body);
    addField(entry.path, tenths.path);
    addField(entry.description ?? "", tenths.body);
    addField(entry.keywords ?? "", tenths.keywords);
    return counted;
  }

  return { count, terms: () => [...termIds.keys()], size: () => termIds.size };
}

function addTerm(
  counted: CountedTerms,
  id: number,
  { weight, isOwn }: { weight: number; isOwn: boolean },
): void {
  if (id === stopWord) return;
  const before = counted.frequencies.get(id) ?? 0;
  const frequency = Math.min((before & largestFrequency) + weight, largestFrequency);
  counted.frequencies.set(id, frequency | (before & ownWordBit) | (isOwn ? ownWordBit : 0));
  counted.length += weight;
}
