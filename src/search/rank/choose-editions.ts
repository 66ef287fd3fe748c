import type { VisiblePage } from "../../store/docs/pages.ts";
import { detectLanguage } from "../../text/detect-language.ts";
import type { Language } from "../../text/language.ts";
import { termOf } from "../../text/terms.ts";
import {
  isSameVersion,
  mayMean,
  newestFirst,
  numbersBehindNames,
  versionNames,
  withoutVersions,
} from "../../text/version-names.ts";
import type { SearchQuery } from "../hit.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import {
  type IndexEdition,
  type IndexEditions,
  mostFirst,
  readEditions,
} from "../index/read-editions.ts";
import { slotsWith } from "./keyword.ts";
import { languageByWords } from "./language-by-words.ts";
import { type NamedPages, pagesAt } from "./lifted-paths.ts";

export type ChosenEditions = {
  /** What is asked, without the version that it is asked of: that is known now, and its number stands on other pages. */
  text: string;
  /** What the scores of each page are multiplied by; 0 for pages in an edition that is not meant. */
  factors: Float32Array;
  /** The language of a page where it is not the one that is wanted. */
  otherLanguage(place: number): string | undefined;
};

type Editions = Pick<ProjectIndex, "editions"> &
  NamedPages &
  Partial<Pick<ProjectIndex, "keyword" | "pageOf">>;
type Choice = Pick<SearchQuery, "text" | "filter" | "liftPaths" | "allVersions">;

/** In any language, in the site's main one, in the wanted one as another country has it, as wanted. A page counts in the highest that it has. */
const factorByRank = [0.6, 0.9, 0.95, 1];
/** News and other pages without a version, beside those of the version that a question names. */
const besideVersion = 0.8;
const isMain = 1;
const inLanguage = 2;
const wanted = 3;

/**
 * Which edition of each page a reader means. The version is the one that the question or else the reader's page names,
 * else the release; the language is that of the reader's page, else of the question. A page that is not in that
 * language counts in the site's main one. The choice is among the pages that the filter takes, and what it says itself of
 * versions and languages is left to it. Undefined where nothing is to be chosen.
 */
export function chooseEditions(
  index: Editions,
  query: Choice,
  isRefused: (place: number) => boolean = () => false,
): ChosenEditions | undefined {
  const { editions: known } = index;
  if (known === undefined) return undefined;
  const { editions, editionOf, topicOf } = known;
  const pageCount = editionOf.length;
  const around = readersEditions(index, known, query.liftPaths);
  const offered = new Set<IndexEdition>();
  for (let place = 0; place < pageCount; place += 1) {
    const edition = editions[editionOf[place] ?? 0];
    if (edition !== undefined && !isRefused(place)) offered.add(edition);
  }
  const { text, isNamed, hasVersion } = versionRule([...offered], query, {
    around,
    isSubject: (word) => isSubject(index, word),
  });
  const rankOf = languageRule(known, query, {
    around,
    offered,
    guess: () => languageByWords(index, query.text),
  });
  const ranks = editions.map((edition) => (hasVersion(edition) ? rankOf(edition) : -1));
  const best = new Int8Array(known.topics).fill(-1);
  for (let place = 0; place < pageCount; place += 1) {
    const rank = ranks[editionOf[place] ?? 0] ?? -1;
    const topic = topicOf[place] ?? 0;
    if (rank > (best[topic] ?? -1) && !isRefused(place)) best[topic] = rank;
  }
  const factorOf = editions.map(
    ({ versions }, number) =>
      (factorByRank[ranks[number] ?? -1] ?? 0) *
      (isNamed && versions.length === 0 ? besideVersion : 1),
  );
  const factors = new Float32Array(pageCount);
  for (let place = 0; place < pageCount; place += 1) {
    const edition = editionOf[place] ?? 0;
    const isBest = ranks[edition] === best[topicOf[place] ?? 0];
    factors[place] = isBest ? (factorOf[edition] ?? 0) : 0;
  }
  return {
    text,
    factors,
    otherLanguage(place) {
      const number = editionOf[place] ?? 0;
      return (ranks[number] ?? 0) >= inLanguage ? undefined : editions[number]?.tag;
    },
  };
}

/** Every page once: in the release and in the site's main language, unless the filter asks for others. */
export function mainEditions<Page extends VisiblePage>(
  pages: Page[],
  filter: SearchQuery["filter"] = {},
): Page[] {
  const index = { editions: readEditions(pages), segments: [], isLive: undefined };
  const chosen = chooseEditions(index, { text: "", filter, liftPaths: [] });
  return chosen === undefined ? pages : pages.filter((_, place) => chosen.factors[place] !== 0);
}

/** Editions of the pages that the reader is on or points at. */
function readersEditions(
  index: Editions,
  { editions, editionOf }: IndexEditions,
  paths: string[],
): IndexEdition[] {
  const found = new Set<number>();
  for (const path of paths)
    for (const place of pagesAt(index, path)) found.add(editionOf[place] ?? 0);
  return [...found].flatMap((number) => editions[number] ?? []);
}

type Rule<Outcome> = (edition: IndexEdition) => Outcome;

const comparesVersions =
  /\b(?:migrat|upgrad|updat|chang|differ|compar)\w{0,6}\b|\b(?:from|since)\b/i;

type VersionHints = {
  around: IndexEdition[];
  /** Whether the docs are about what goes by this word. */
  isSubject(word: string): boolean;
};

function versionRule(
  editions: IndexEdition[],
  { text: asked, filter, allVersions }: Choice,
  { around, isSubject: isName }: VersionHints,
): { text: string; isNamed: boolean; hasVersion: Rule<boolean> } {
  if (allVersions === true || Object.hasOwn(filter, "version"))
    return { text: asked, isNamed: false, hasVersion: () => true };
  const versioned = editions.filter(({ versions }) => versions.length > 0);
  // "jest 29" as "jest v29", where the docs are about jest and have such a version.
  const behind = numbersBehindNames(asked).filter(
    ({ name, number }) => meantBy(versioned, number).length > 0 && isName(name),
  );
  const text = behind.reduce(
    (said, { name, number }) => said.replace(`${name} ${number}`, `${name} v${number}`),
    asked,
  );
  const named = versionNames(text).map((name) => ({ name, editions: meantBy(versioned, name) }));
  const said = named.flatMap((one) => one.editions);
  const meant = said.length > 0 ? said : agreed(around);
  const series = new Set(meant.map((edition) => edition.series));
  const takesRelease = said.length > 0 && comparesVersions.test(text);
  const released = versioned.filter(({ isOtherVersion }) => !isOtherVersion);
  const hasRelease = new Set(released.map((edition) => edition.series));
  const known = new Set(named.flatMap((one) => (one.editions.length > 0 ? [one.name] : [])));
  return {
    text: takesRelease ? asked : withoutVersions(text, known),
    isNamed: said.length > 0 && !takesRelease,
    hasVersion(edition) {
      const { versions, isOtherVersion } = edition;
      if (versions.length === 0) return true;
      const isRelease = !isOtherVersion || !hasRelease.has(edition.series);
      if (isRelease && (takesRelease || !series.has(edition.series))) return true;
      return meant.some((one) => one.series === edition.series && sharesName(one, edition));
    },
  };
}

const mostPostings = 50_000;
const leastShare = 0.5;

/** Most pages speak of it, and it is none of the words that all docs are full of. */
function isSubject({ keyword, pageOf, editions }: Editions, word: string): boolean {
  const term = termOf(word.toLowerCase(), editions?.mainLanguage ?? "en");
  if (!keyword || !pageOf || !editions || term === undefined || everywhere.test(word)) return false;
  const pages = new Set<number>();
  for (const slot of slotsWith(keyword, term, mostPostings)) pages.add(pageOf(slot));
  return pages.size >= leastShare * editions.editionOf.length;
}

const everywhere =
  /^(?:add|allow|call|change|code|config|configure|create|default|docs?|example|file|get|install|learn|make|need|new|only|option|page|read|run|see|set|show|start|step|support|test|type|use|using|value|want|work|write)$/i;

function sharesName(one: IndexEdition, other: IndexEdition): boolean {
  return one.versions.some((name) => other.versions.includes(name));
}

/** Of each series the version of that very name, else the newest that may be meant. */
function meantBy(versioned: IndexEdition[], said: string): IndexEdition[] {
  return [...Map.groupBy(versioned, ({ series }) => series).values()].flatMap((some) => {
    const exact = some.filter(({ versions }) => versions.some((name) => isSameVersion(name, said)));
    if (exact.length > 0) return exact;
    const near = some.flatMap((edition) => {
      const name = edition.versions.find((one) => mayMean(said, one));
      return name === undefined ? [] : [{ edition, name }];
    });
    return near.sort((left, right) => newestFirst(left.name, right.name))[0]?.edition ?? [];
  });
}

/** Pages in several versions of one series say nothing of the version that is meant. */
function agreed(around: IndexEdition[]): IndexEdition[] {
  const named = around.filter(({ versions }) => versions.length > 0);
  return [...Map.groupBy(named, ({ series }) => series).values()].flatMap((some) => {
    const [first] = some;
    return first && some.every((edition) => sharesName(edition, first)) ? some : [];
  });
}

type LanguageHints = {
  around: IndexEdition[];
  /** Editions of which there are pages to choose. */
  offered: ReadonlySet<IndexEdition>;
  guess(): Language | undefined;
};

function languageRule(
  { editions, sizes, mainLanguage }: IndexEditions,
  { text, filter }: Choice,
  { around, offered, guess }: LanguageHints,
): Rule<number> {
  const isOne = new Set([...offered].map(({ tag }) => tag)).size < 2;
  if (isOne || Object.hasOwn(filter, "language")) return () => wanted;
  const tags = new Set(around.map((edition) => edition.tag));
  const [only] = tags.size === 1 ? around : [];
  const language = only?.language ?? languageOf(editions, { text, mainLanguage, guess });
  const tag = only?.tag ?? largestTag(editions, sizes, language);
  return (edition) => {
    if (edition.tag === tag) return wanted;
    if (edition.language === language) return inLanguage;
    return !edition.isTranslation && edition.language === mainLanguage ? isMain : 0;
  };
}

function languageOf(
  editions: IndexEdition[],
  about: { text: string; mainLanguage: Language; guess(): Language | undefined },
): Language {
  const detected = detectLanguage(about.text, about.mainLanguage);
  const isThere = editions.some((edition) => edition.language === detected);
  if (isThere && detected !== about.mainLanguage) return detected;
  return about.guess() ?? about.mainLanguage;
}

/** Of several countries' pages in a language those that are the most. */
function largestTag(editions: IndexEdition[], sizes: Uint32Array, language: Language): string {
  const own = editions.map((edition, number) =>
    edition.language === language ? ([edition.tag, sizes[number] ?? 0] as const) : undefined,
  );
  return mostFirst(own.filter((one) => one !== undefined))[0] ?? "";
}
