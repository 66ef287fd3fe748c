import { fold } from "../fold.ts";
import type { Language } from "../language.ts";
import { stemCzech } from "./czech.ts";
import { stemDutch } from "./dutch.ts";
import { stemEnglish } from "./english.ts";
import { stemFinnish } from "./finnish.ts";
import { stemFrench } from "./french.ts";
import { stemGerman } from "./german.ts";
import { stemItalian } from "./italian.ts";
import { stemDanish, stemNorwegian, stemSwedish } from "./nordic.ts";
import { stemPolish } from "./polish.ts";
import { stemPortuguese } from "./portuguese.ts";
import { stemRussian } from "./russian.ts";
import { stemSpanish } from "./spanish.ts";
import { stemUkrainian } from "./ukrainian.ts";

type Stemmer = (word: string) => string;

const longestStemmed = 40;

const latin: Partial<Record<Language, Stemmer>> = {
  de: stemGerman,
  fr: stemFrench,
  es: stemSpanish,
  pt: stemPortuguese,
  it: stemItalian,
  nl: stemDutch,
  fi: stemFinnish,
  pl: stemPolish,
  cs: stemCzech,
  // Turkish puts all its endings behind the stem, several at a time, and in search this finds more than cutting them off.
  tr: (word) => firstLetters(word, 5),
  other: stemOther,
};

/** These need the marks that the others do without. */
const marked: Partial<Record<Language, Stemmer>> = {
  sv: stemSwedish,
  da: stemDanish,
  no: stemNorwegian,
};

const cyrillic: Partial<Record<Language, Stemmer>> = { ru: stemRussian, uk: stemUkrainian };

/**
 * Cuts the endings of a lower-case word and drops the marks of its Latin letters. Each language cuts words of its own
 * script. Elsewhere a word of a-z is an English one, and one of another alphabet is cut to its first letters.
 */
export function stemWord(written: string, language: Language): string {
  const word = withoutJoints(written);
  if (word.length > longestStemmed) return fold(word);
  const nordic = marked[language];
  if (nordic !== undefined && /^[a-zåäöæø]{3,}$/.test(word)) return fold(nordic(word));
  const folded = fold(word);
  if (folded.length < 3) return folded;
  if (/^[a-z]+$/.test(folded)) return (latin[language] ?? stemEnglish)(folded);
  if (/^[\u0430-\u045F\u0491]+$/.test(folded)) {
    return (cyrillic[language] ?? firstLetters)(folded.replaceAll("ё", "е"));
  }
  return /^[\u03B1-\u03C9]+$/.test(folded) ? firstLetters(folded) : folded;
}

/** "call-outs" is compared as "callouts" and "page_size" as "pageSize"; numbers such as 2.0 keep their joints. */
function withoutJoints(word: string): string {
  return /[-_.]/.test(word) && !/\d/.test(word) ? word.replace(/[-_.]+/g, "") : word;
}

function stemOther(word: string): string {
  return firstLetters(stemEnglish(word));
}

/** Stands in for a stemmer where there is none: far better than whole words in Greek and Romanian. */
function firstLetters(word: string, kept = 6): string {
  return word.slice(0, kept);
}
