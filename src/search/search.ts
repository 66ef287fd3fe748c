import type { Database } from "../store/database.ts";
import { revisionPassages } from "../store/passages.ts";
import { terms } from "../text/terms.ts";
import type { SearchHit, SearchQuery } from "./hit.ts";
import { buildKeywordIndex, idf, type KeywordIndex } from "./keyword.ts";
import { rank } from "./rank.ts";

export type SearchResult = {
  hits: SearchHit[];
  /** Information of each term of the question; a term the docs never use weighs most. */
  weights: Record<string, number>;
};

export type Search = { search(revisionId: string, query: SearchQuery): Promise<SearchResult> };

const keptIndexes = 8;

/** Keeps the indexes of the revisions asked last. A new revision has a new id, so nothing here can be out of date. */
export function createSearch(deps: { db: Database }): Search {
  const indexes = new Map<string, Promise<KeywordIndex>>();

  async function load(revisionId: string): Promise<KeywordIndex> {
    const cached = indexes.get(revisionId);
    indexes.delete(revisionId);
    const index = cached ?? revisionPassages(deps.db, revisionId).then(buildKeywordIndex);
    indexes.set(revisionId, index);
    index.catch(() => indexes.delete(revisionId));
    const oldest = indexes.keys().next().value;
    if (indexes.size > keptIndexes && oldest !== undefined) indexes.delete(oldest);
    return index;
  }

  return {
    async search(revisionId, query) {
      const index = await load(revisionId);
      const weights = Object.fromEntries(terms(query.text).map((term) => [term, idf(index, term)]));
      return { hits: rank(index, query), weights };
    },
  };
}
