import type { VisiblePage } from "../../store/docs/pages.ts";
import { type Language, languageOfTag } from "../../text/language.ts";
import { languageOfPath } from "../../text/language-of-path.ts";
import { rememberBy } from "../rank/remember-by.ts";

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

type Page = Pick<VisiblePage, "path" | "sourceId" | "language" | "metadata" | "edition">;

const leastShare = 0.05;

/** Undefined where every page exists in one version and one language. */
export function readEditions(pages: Page[]): IndexEditions | undefined {
  const isCommon = commonLanguages(pages);
  const editions = numbered<IndexEdition>();
  const topics = numbered<string>();
  const mainLanguage = mainOf(pages);
  const editionOf = new Uint32Array(pages.length);
  const topicOf = new Uint32Array(pages.length);
  for (const [place, page] of pages.entries()) {
    const { isNamed, series, topic, key } = factsOf(page);
    const { versions, isOtherVersion, locale, isTranslation } = page.edition;
    const own = isNamed || isCommon(page.language) ? page.language : mainLanguage;
    const tag = locale || own;
    const make = () => {
      const language = languageOfTag(tag) ?? "other";
      return { series, versions, isOtherVersion, tag, language, isTranslation };
    };
    editionOf[place] = editions.numberOf(`${tag}\n${key}`, make);
    topicOf[place] = topics.numberOf(topic, () => topic);
  }
  const found = editions.values;
  const isOne = new Set(found.map(({ tag }) => tag)).size < 2;
  if (isOne && found.every(({ versions }) => versions.length === 0)) return undefined;
  const sizes = new Uint32Array(found.length);
  for (const edition of editionOf) sizes[edition] = (sizes[edition] ?? 0) + 1;
  return { editions: found, sizes, editionOf, topicOf, topics: topics.values.length, mainLanguage };
}

const factsOf = rememberBy((page: Page) => {
  const { versions, isOtherVersion, isTranslation, topic } = page.edition;
  const series = `${page.sourceId}\n${page.edition.series}`;
  return {
    isNamed: isNamed(page),
    series,
    topic: `${page.sourceId}\n${topic}`,
    key: JSON.stringify([series, versions, isOtherVersion, isTranslation]),
  };
});

/** Whether anything but the text itself says what language a page is in. */
function isNamed({ edition, path, metadata }: Page): boolean {
  const { lang, language, locale } = metadata;
  const isSaid = [lang, language, locale].some((value) => typeof value === "string");
  return edition.locale !== "" || isSaid || languageOfPath(path) !== undefined;
}

/** A page of code may look like any language: one that hardly any page seems to be in is taken for a mistake. */
function commonLanguages(pages: Page[]): (language: string) => boolean {
  const counts = new Map<string, number>();
  for (const { language } of pages) counts.set(language, (counts.get(language) ?? 0) + 1);
  return (language) => (counts.get(language) ?? 0) >= leastShare * pages.length;
}

function mainOf(pages: Page[]): Language {
  const counts = new Map<Language, number>();
  for (const { edition, language } of pages) {
    if (edition.isTranslation) continue;
    const own = languageOfTag(edition.locale || language) ?? "other";
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  const [first] = [...counts].sort((left, right) => right[1] - left[1]);
  return first?.[0] ?? "en";
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
