import type { VisiblePage } from "../../store/docs/pages.ts";
import { languageOfPath } from "../../text/language-of-path.ts";

/** What decides about the version and the language of a page; many pages have the same. */
export type PageFact = {
  /** The language of its text. */
  language: string;
  /** Whether anything but the text itself says what language it is in. */
  isNamed: boolean;
  locale: string;
  isTranslation: boolean;
  series: string;
  versions: string[];
  isOtherVersion: boolean;
};

type Page = Pick<VisiblePage, "path" | "sourceId" | "language" | "metadata" | "edition">;

export function factOf(page: Page): PageFact {
  const { versions, isOtherVersion, isTranslation, locale, series } = page.edition;
  return {
    language: page.language,
    isNamed: isNamed(page),
    locale,
    isTranslation,
    series: `${page.sourceId}\n${series}`,
    versions,
    isOtherVersion,
  };
}

function isNamed({ edition, path, metadata }: Page): boolean {
  const { lang, language, locale } = metadata;
  const isSaid = [lang, language, locale].some((value) => typeof value === "string");
  return edition.locale !== "" || isSaid || languageOfPath(path) !== undefined;
}

const seeds = [0x811c9dc5, 0x9e3779b9];
const primes = [0x01000193, 0x85ebca6b];

/** What a page shares with itself in other editions, as a number of 53 bits. */
export function topicNumber({ sourceId, edition }: Page): number {
  const text = `${sourceId}\n${edition.topic}`;
  const [high = 0, low = 0] = seeds.map((seed, turn) => {
    let hash = seed;
    for (let at = 0; at < text.length; at += 1)
      hash = Math.imul(hash ^ text.charCodeAt(at), primes[turn] ?? 1);
    return (hash ^ (hash >>> 15)) >>> 0;
  });
  return (high & 0x1fffff) * 2 ** 32 + low;
}
