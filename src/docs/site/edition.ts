/** Which of a site's versions and languages a page belongs to. */
export type Edition = {
  /** Names of its version in files, addresses and menus; none where it has but one. */
  versions: string[];
  /** Not the release that readers are shown first: an older one, or one to come. */
  isOtherVersion: boolean;
  /** What it is released with: the versions of one series belong together. */
  series: string;
  /** The language as the site names it; "" where the site says nothing of languages. */
  locale: string;
  /** The site's main language is another one. */
  isTranslation: boolean;
  /** What the page has in common with itself in other versions and languages. */
  topic: string;
};

/** A page's language, and its path without what names it. */
export type PageLanguage = Pick<Edition, "locale" | "isTranslation"> & { rest: string };

/** As a page has it that exists once. */
export function soleEdition(path: string): Edition {
  const language = { locale: "", isTranslation: false };
  return { versions: [], isOtherVersion: false, series: "", ...language, topic: path };
}

/** Whether a page finds the other: not where it is of another version of the same series. */
export function isSameRelease(own: Edition, other: Edition): boolean {
  const isVersioned = own.versions.length > 0 || other.versions.length > 0;
  if (own.series !== other.series || !isVersioned) return true;
  return other.versions.some((name) => own.versions.includes(name));
}

const mostNames = 50;
const longestName = 100;

/** It is stored with every page, and settings may say anything. */
export function boundedEdition(edition: Edition): Edition {
  const { versions, locale } = edition;
  return {
    ...edition,
    versions: versions.slice(0, mostNames).map(bounded),
    locale: bounded(locale),
  };
}

function bounded(name: string): string {
  return name
    .slice(0, longestName)
    .replace(/\p{Cc}+/gu, " ")
    .toWellFormed();
}
