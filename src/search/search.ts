import type { BundledEmbedder } from "../models/embedder/embedder.ts";
import type { Database } from "../store/database.ts";
import { revisionPassages, type StoredPassage } from "../store/passages.ts";
import { termOf } from "../text/terms.ts";
import { type Word, words } from "../text/tokenise.ts";
import { fuse } from "./fuse.ts";
import type { SearchHit, SearchQuery } from "./hit.ts";
import { buildKeywordIndex, idf, type KeywordIndex, searchKeyword } from "./keyword.ts";
import { queryVector } from "./query-vector.ts";
import { rank } from "./rank.ts";
import { buildVectorIndex, searchVector, type VectorIndex } from "./vector.ts";
import { weighTerms } from "./weigh-terms.ts";

/** A hit with how far it speaks of the question. */
export type FoundPassage = SearchHit & {
  /** Closeness of meaning, by the vectors of question and passage; -1 to 1. */
  similarity: number;
  /** Share of the question's words that the passage has, in these or related words; 0 to 1, and 0 behind the first few hits. */
  agreement: number;
};

export type SearchResult = {
  hits: FoundPassage[];
  /** How much each term of the question says about what is asked; a rare and telling one most. */
  weights: Record<string, number>;
  /** Terms of the question that stand nowhere in the docs. */
  unknown: string[];
  /** Importance of the most telling word of the question that stands nowhere in the docs; 0 when all are known. */
  strangeness: number;
  /** How far the vectors can be trusted for the question's language; 0 to 1. */
  fluency: number;
};

export type Search = { search(revisionId: string, query: SearchQuery): Promise<SearchResult> };

type Index = { keyword: KeywordIndex; vector: VectorIndex };

/** Comparing words one by one is dear, and evidence is judged by the first few hits alone. */
export const judgedHits = 4;
const keptIndexes = 8;
const vectorWeight = 0.45;

/** Keeps the indexes of the revisions asked last. A new revision has a new id, so nothing here can be out of date. */
export function createSearch(deps: { db: Database; embedder: BundledEmbedder }): Search {
  const { db, embedder } = deps;
  const indexes = new Map<string, Promise<Index>>();

  async function load(revisionId: string): Promise<Index> {
    const cached = indexes.get(revisionId);
    indexes.delete(revisionId);
    const index =
      cached ?? revisionPassages(db, revisionId).then((all) => build(all, embedder.dimensions));
    indexes.set(revisionId, index);
    index.catch(() => indexes.delete(revisionId));
    const oldest = indexes.keys().next().value;
    if (indexes.size > keptIndexes && oldest !== undefined) indexes.delete(oldest);
    return index;
  }

  return {
    async search(revisionId, query) {
      const { keyword, vector } = await load(revisionId);
      const fluency = embedder.fluency(query.text);
      const similarities = searchVector(vector, queryVector(embedder, query));
      const byTerms = searchKeyword(keyword, weighTerms(keyword, query, embedder.importance));
      const hits = rank(keyword, query, fuse(byTerms, similarities, vectorWeight * fluency));
      return {
        hits: hits.map((hit, place) => ({
          ...hit,
          similarity: similarities[hit.position] ?? 0,
          agreement: place < judgedHits ? embedder.agreement(query.text, readText(hit)) : 0,
        })),
        fluency,
        ...weighQuestion(keyword, query.text, embedder),
      };
    },
  };
}

function build(passages: StoredPassage[], dimensions: number): Index {
  const vectors = passages.map((passage) => passage.vector);
  return { keyword: buildKeywordIndex(passages), vector: buildVectorIndex(vectors, dimensions) };
}

function weighQuestion(index: KeywordIndex, text: string, embedder: BundledEmbedder) {
  const weights = new Map<string, number>();
  const unknown = new Set<string>();
  let strangeness = 0;
  for (const word of words(text)) {
    for (const token of new Set([word.whole, ...word.parts])) {
      const term = termOf(token);
      if (term === undefined) continue;
      const importance = embedder.importance(token);
      weights.set(term, Math.max(weights.get(term) ?? 0, idf(index, term) * importance));
      if (!index.termIds.has(term)) unknown.add(term);
    }
    for (const token of strangeTokens(index, word)) {
      strangeness = Math.max(strangeness, embedder.importance(token));
    }
  }
  return { weights: Object.fromEntries(weights), unknown: [...unknown], strangeness };
}

/** What the docs never say as a word of its own. A compound that they have whole is known, another counts by its parts. */
function strangeTokens(index: KeywordIndex, { whole, parts }: Word): string[] {
  if (parts.length > 0 && index.termIds.has(termOf(whole) ?? "")) return [];
  return (parts.length > 0 ? parts : [whole]).filter((token) => {
    const term = termOf(token);
    return term !== undefined && !index.ownWords.has(index.termIds.get(term) ?? -1);
  });
}

function readText({ passage }: SearchHit): string {
  return [passage.title, ...passage.headings, passage.text].join("\n");
}
