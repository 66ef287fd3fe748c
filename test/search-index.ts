import { type Edition, soleEdition } from "../src/docs/site/edition.ts";
import type { SearchQuery } from "../src/search/hit.ts";
import { arrangeKeywords } from "../src/search/index/arrange-keywords.ts";
import { arrangePassages } from "../src/search/index/arrange-passages.ts";
import type { ProjectIndex } from "../src/search/index/project-index.ts";
import { readEditions } from "../src/search/index/read-editions.ts";
import { emptyKeywordIndex, searchKeyword } from "../src/search/rank/keyword.ts";
import { groupByKey } from "../src/search/rank/lifted-paths.ts";
import { kindOfPage } from "../src/search/rank/page-kind.ts";
import { pageFactors, rankByPage, scaleByPage } from "../src/search/rank/rank.ts";
import { weighTerms } from "../src/search/rank/weigh-question.ts";
import type { VisiblePage } from "../src/store/docs/pages.ts";
import type { Language } from "../src/text/language.ts";

export type TestPage = {
  path: string;
  title?: string;
  metadata?: Record<string, unknown>;
  language?: Language;
  address?: string;
  edition?: Partial<Edition>;
  /** One text for each passage. */
  texts: string[];
  headings?: string[];
};

/** An index without a store, of pages in the order they are given. */
export function testIndex(pages: TestPage[]): ProjectIndex {
  const keywords = arrangeKeywords(emptyKeywordIndex());
  const passages = arrangePassages(undefined, { dimensions: 4, keepHashes: false });
  const visible = pages.map(toVisible);
  for (const [place, { texts, headings = [], language = "en" }] of pages.entries()) {
    passages.startPage();
    const { title = "", path = "" } = visible[place] ?? {};
    for (const [ordinal, text] of texts.entries()) {
      const id = `${path}#${ordinal}`;
      keywords.add({ title, headings, text, path, language });
      passages.add({
        id,
        blobHash: path,
        ordinal,
        headings,
        text,
        textHash: id,
        vector: new Uint8Array(0),
      });
    }
  }
  return {
    projectId: "prj_1",
    revisionId: "rev_1",
    pages: visible,
    pagesByKey: groupByKey(visible),
    editions: readEditions(visible),
    pageKinds: visible.map(kindOfPage),
    languages: [...new Set(pages.map((page) => page.language ?? "en"))],
    leftOut: 0,
    keyword: keywords.finish(),
    ...passages.finish(),
  };
}

export function testQuery(text: string, values: Partial<SearchQuery> = {}): SearchQuery {
  return { text, hints: [], liftPaths: [], filter: {}, limit: 10, ...values };
}

/** Ranks by words alone. */
export function rankByWords(index: ProjectIndex, query: SearchQuery) {
  const scores = searchKeyword(index.keyword, weighTerms(index, query));
  scaleByPage(index, pageFactors(index, query).factors, scores);
  return rankByPage(index, scores, query.limit).map((slot) => ({
    slot,
    path: index.pages[index.pageOf[slot] ?? 0]?.path ?? "",
    score: scores[slot] ?? 0,
  }));
}

function toVisible(page: TestPage): VisiblePage {
  const { path, title = "", metadata = {}, language = "en", address = "", edition } = page;
  return {
    path,
    title,
    metadata,
    language,
    sourceId: "src_1",
    blobHash: path,
    description: "",
    address,
    baseUrl: "",
    section: [],
    position: undefined,
    edition: { ...soleEdition(path), ...edition },
  };
}
