import type { VisiblePage } from "../../store/docs/pages.ts";
import { type Language, languageOfTag } from "../../text/language.ts";
import { groupByKey } from "../rank/lifted-paths.ts";
import { kindOfPage } from "../rank/page-kind.ts";
import { rememberBy } from "../rank/remember-by.ts";
import type { ProjectIndex } from "./project-index.ts";
import { readEditions } from "./read-editions.ts";

type AboutPages = Pick<ProjectIndex, "pagesByKey" | "editions" | "pageKinds" | "languages">;

/** What a search has to know of the pages apart from their passages. */
export function aboutPages(pages: VisiblePage[], from: ProjectIndex | undefined): AboutPages {
  if (
    from?.pages.length === pages.length &&
    pages.every((page, at) => isAlike(page, from.pages[at]))
  ) {
    const { pagesByKey, editions, pageKinds, languages } = from;
    return { pagesByKey, editions, pageKinds, languages };
  }
  return {
    pagesByKey: groupByKey(pages),
    editions: readEditions(pages),
    pageKinds: pages.map(rememberedKind),
    languages: languagesOf(pages),
  };
}

/** Whether two pages are the same in everything but their texts. */
function isAlike(page: VisiblePage, other: VisiblePage | undefined): boolean {
  if (page === other) return true;
  return other !== undefined && identityOf(page) === identityOf(other);
}

const identityOf = rememberBy(
  ({ path, address, title, sourceId, edition, ...page }: VisiblePage) => {
    const { lang, language, locale } = page.metadata;
    const languages = [page.language, lang, language, locale];
    return JSON.stringify([path, address, title, sourceId, edition, languages]);
  },
);

const rememberedKind = rememberBy(kindOfPage);

function languagesOf(pages: VisiblePage[]): Language[] {
  const counts = new Map<Language, number>();
  for (const page of pages) {
    const language = languageOf(page);
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort((left, right) => right[1] - left[1]).map(([language]) => language);
}

export function languageOf(page: VisiblePage): Language {
  return languageOfTag(page.language) ?? "en";
}
