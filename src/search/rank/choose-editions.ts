import type { VisiblePage } from "../../store/docs/pages.ts";
import { detectLanguage } from "../../text/detect-language.ts";
import type { Language } from "../../text/language.ts";
import { isSameVersion, mayMean, newestFirst, versionNames } from "../../text/version-names.ts";
import type { SearchQuery } from "../hit.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { type IndexEdition, type IndexEditions, readEditions } from "../index/read-editions.ts";
import { pagesAt } from "./lifted-paths.ts";

export type ChosenEditions = {
  /** What the scores of each page are multiplied by; 0 for pages in an edition that is not meant. */
  factors: Float32Array;
  /** The language of a page where it is not the one that is wanted. */
  otherLanguage(place: number): string | undefined;
};

type Editions = Pick<ProjectIndex, "editions" | "pages" | "pagesByKey">;
type Choice = Pick<SearchQuery, "text" | "filter" | "liftPaths" | "allVersions">;

/** For the wanted language, for the site's main one where a page is not in it, and for others where that fails too. */
const factorByRank = [0.6, 0.9, 1];
const wanted = 2;

/**
 * Which edition of each page a reader means. The version is the one that the question or else the reader's page names,
 * else the release; the language is that of the reader's page, else of the question. A page that is not in that
 * language counts in the site's main one. What the filter says is left to the filter. Undefined where nothing is to be chosen.
 */
export function chooseEditions(index: Editions, query: Choice): ChosenEditions | undefined {
  const { editions: known, pages } = index;
  if (known === undefined) return undefined;
  const { editions, editionOf, topicOf } = known;
  const around = readersEditions(index, known, query.liftPaths);
  const hasVersion = versionRule(editions, query, around);
  const rankOf = languageRule(known, query, around);
  const ranks = editions.map((edition) => (hasVersion(edition) ? rankOf(edition) : -1));
  const best = new Int8Array(known.topics).fill(-1);
  for (let place = 0; place < pages.length; place += 1) {
    const rank = ranks[editionOf[place] ?? 0] ?? -1;
    const topic = topicOf[place] ?? 0;
    if (rank > (best[topic] ?? -1)) best[topic] = rank;
  }
  const factors = Float32Array.from(pages, (_, place) => {
    const rank = ranks[editionOf[place] ?? 0] ?? -1;
    return rank === (best[topicOf[place] ?? 0] ?? -1) ? (factorByRank[rank] ?? 0) : 0;
  });
  return {
    factors,
    otherLanguage(place) {
      const number = editionOf[place] ?? 0;
      return ranks[number] === wanted ? undefined : editions[number]?.tag;
    },
  };
}

/** Every page once: in the release and in the site's main language, unless the filter asks for others. */
export function mainEditions<Page extends VisiblePage>(
  pages: Page[],
  filter: SearchQuery["filter"] = {},
): Page[] {
  const none = { byPath: new Map(), byAddress: new Map() };
  const index = { editions: readEditions(pages), pages, pagesByKey: none };
  const chosen = chooseEditions(index, { text: "", filter, liftPaths: [] });
  return chosen === undefined ? pages : pages.filter((_, place) => chosen.factors[place] !== 0);
}

/** Editions of the pages that the reader is on or points at. */
function readersEditions(
  { pagesByKey, pages }: Editions,
  { editions, editionOf }: IndexEditions,
  paths: string[],
): IndexEdition[] {
  const found = new Set<number>();
  for (const path of paths)
    for (const place of pagesAt(pagesByKey, pages, path)) found.add(editionOf[place] ?? 0);
  return [...found].flatMap((number) => editions[number] ?? []);
}

type Rule<Outcome> = (edition: IndexEdition) => Outcome;

const comparesVersions =
  /\b(?:migrat|upgrad|updat|chang|differ|compar)\w{0,6}\b|\b(?:from|since)\b/i;

function versionRule(
  editions: IndexEdition[],
  { text, filter, allVersions }: Choice,
  around: IndexEdition[],
): Rule<boolean> {
  if (allVersions === true || Object.hasOwn(filter, "version")) return () => true;
  const versioned = editions.filter(({ versions }) => versions.length > 0);
  const said = versionNames(text).flatMap((name) => meantBy(versioned, name));
  const meant = said.length > 0 ? said : agreed(around);
  const series = new Set(meant.map((edition) => edition.series));
  const takesRelease = said.length > 0 && comparesVersions.test(text);
  return (edition) => {
    const { versions, isOtherVersion } = edition;
    if (versions.length === 0) return true;
    if (!isOtherVersion && (takesRelease || !series.has(edition.series))) return true;
    return meant.some((one) => one.series === edition.series && sharesName(one, edition));
  };
}

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
  return [...Map.groupBy(named, ({ series }) => series).values()].flatMap((some) =>
    some.every((edition) => some.every((other) => sharesName(edition, other))) ? some : [],
  );
}

function languageRule(
  { editions, mainLanguage }: IndexEditions,
  { text, filter }: Choice,
  around: IndexEdition[],
): Rule<number> {
  if (Object.hasOwn(filter, "language")) return () => wanted;
  const tags = new Set(around.map(({ tag }) => tag));
  const isMain = ({ isTranslation, language }: IndexEdition) =>
    !isTranslation && language === mainLanguage;
  const [tag] = tags;
  if (tag !== undefined && tags.size === 1)
    return (edition) => (edition.tag === tag ? wanted : Number(isMain(edition)));
  const language: Language = detectLanguage(text, mainLanguage);
  const isThere = editions.some((edition) => edition.language === language);
  const meant = isThere ? language : mainLanguage;
  return (edition) => (edition.language === meant ? wanted : Number(isMain(edition)));
}
