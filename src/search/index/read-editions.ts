import type { VisiblePage } from "../../store/docs/pages.ts";
import { type Language, languageOfTag } from "../../text/language.ts";
import { factOf, type PageFact, topicNumber } from "../segment/page-fact.ts";

/** Pages of one version and one language. */
export type IndexEdition = {
  /** The versions that belong together: those of one series of one source. */
  series: string;
  versions: string[];
  isOtherVersion: boolean;
  /** The language as the site or the page names it. */
  tag: string;
  language: Language;
  isTranslation: boolean;
};

export type IndexEditions = {
  editions: IndexEdition[];
  /** How many pages each has. */
  sizes: Uint32Array;
  /** The edition of each page, and what it shares with the same page in other editions. */
  editionOf: Uint32Array;
  topicOf: Uint32Array;
  topics: number;
  /** The language that most pages are written in first. */
  mainLanguage: Language;
};

/** Facts of pages, and how many pages have each. */
export type CountedFact = { fact: PageFact; count: number };

/** What each of the facts makes of its pages. */
export type EditionsOfFacts = Pick<IndexEditions, "editions" | "sizes" | "mainLanguage"> & {
  /** The edition of each fact. */
  editionOfFact: number[];
};

type Page = Pick<VisiblePage, "path" | "sourceId" | "language" | "metadata" | "edition">;

const leastShare = 0.05;

/** Undefined where every page exists in one version and one language. */
export function readEditions(pages: Page[]): IndexEditions | undefined {
  const facts = numbered<CountedFact>();
  const topics = numbered<number>();
  const topicOf = new Uint32Array(pages.length);
  const factNumbers = pages.map((page, place) => {
    const fact = factOf(page);
    const number = facts.numberOf(JSON.stringify(fact), () => ({ fact, count: 0 }));
    const counted = facts.values[number];
    if (counted) counted.count += 1;
    const topic = topicNumber(page);
    topicOf[place] = topics.numberOf(String(topic), () => topic);
    return number;
  });
  const found = editionsOfFacts(facts.values);
  if (found === undefined) return undefined;
  const { editionOfFact, ...editions } = found;
  const editionOf = Uint32Array.from(factNumbers, (number) => editionOfFact[number] ?? 0);
  return { ...editions, editionOf, topicOf, topics: topics.values.length };
}

/** Undefined where all pages have one version and one language. What it gives does not depend on the order of the facts. */
export function editionsOfFacts(counted: CountedFact[]): EditionsOfFacts | undefined {
  const isCommon = commonLanguages(counted);
  const editions = numbered<IndexEdition>();
  const mainLanguage = mainOf(counted);
  const sizes: number[] = [];
  const editionOfFact = counted.map(({ fact, count }) => {
    if (count === 0) return 0;
    const { series, versions, isOtherVersion, isTranslation } = fact;
    const own = fact.isNamed || isCommon(fact.language) ? fact.language : mainLanguage;
    const tag = fact.locale || own;
    const number = editions.numberOf(
      JSON.stringify([tag, series, versions, isOtherVersion, isTranslation]),
      () => {
        const language = languageOfTag(tag) ?? "other";
        return { series, versions, isOtherVersion, tag, language, isTranslation };
      },
    );
    sizes[number] = (sizes[number] ?? 0) + count;
    return number;
  });
  const found = editions.values;
  const isOne = new Set(found.map(({ tag }) => tag)).size < 2;
  if (isOne && found.every(({ versions }) => versions.length === 0)) return undefined;
  return { editions: found, sizes: Uint32Array.from(sizes), editionOfFact, mainLanguage };
}

/** Languages the pages are written in, the most common first. */
export function languagesOf(counted: CountedFact[]): Language[] {
  return mostFirst(
    counted.map(({ fact, count }) => [languageOfTag(fact.language) ?? "en", count] as const),
  );
}

/** A page of code may look like any language: one that hardly any page seems to be in is taken for a mistake. */
function commonLanguages(counted: CountedFact[]): (language: string) => boolean {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { fact, count } of counted) {
    counts.set(fact.language, (counts.get(fact.language) ?? 0) + count);
    all += count;
  }
  return (language) => (counts.get(language) ?? 0) >= leastShare * all;
}

function mainOf(counted: CountedFact[]): Language {
  const own = counted.filter(({ fact }) => !fact.isTranslation);
  const [first] = mostFirst(
    own.map(({ fact, count }) => {
      const language = languageOfTag(fact.locale || fact.language) ?? "other";
      return [language, count] as const;
    }),
  );
  return first ?? "en";
}

/** By how many there are, then by name. */
export function mostFirst<Name extends string>(counted: (readonly [Name, number])[]): Name[] {
  const counts = new Map<Name, number>();
  for (const [name, count] of counted) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts]
    .filter(([, count]) => count > 0)
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    .map(([name]) => name);
}

/** Values in the order they came in, each once. */
function numbered<Value>() {
  const numbers = new Map<string, number>();
  const values: Value[] = [];
  return {
    values,
    numberOf(key: string, make: () => Value): number {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, values.length);
      return values.push(make()) - 1;
    },
  };
}
