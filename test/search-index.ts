import { type Edition, soleEdition } from "../src/docs/site/edition.ts";
import type { SearchQuery } from "../src/search/hit.ts";
import { openIndex, type ProjectIndex } from "../src/search/index/project-index.ts";
import { searchKeyword } from "../src/search/rank/keyword.ts";
import { pageFactors, rankByPage, scaleByPage } from "../src/search/rank/rank.ts";
import { weighTerms } from "../src/search/rank/weigh-question.ts";
import { createSegmentBuilder } from "../src/search/segment/build-segment.ts";
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
  const builder = createSegmentBuilder({ sources: [], dimensions: 4, keepHashes: false });
  for (const page of pages) {
    const { texts, headings = [], language = "en" } = page;
    const visible = toVisible(page);
    const { title, path } = visible;
    builder.add(
      visible,
      texts.map((text, ordinal) => ({
        entry: { title, headings, text, path, language },
        vector: new Uint8Array(0),
        textHash: `${path}#${ordinal}`,
      })),
    );
  }
  return openIndex({
    projectId: "prj_1",
    revisionId: "rev_1",
    segments: [builder.finish()],
    gone: new Uint32Array(),
    baseUrls: new Map(),
    leftOut: 0,
  });
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
    path: index.path(index.pageOf(slot)),
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
