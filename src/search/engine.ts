import type { EmbeddingProvider } from "../models/vectors/providers/embedding-provider.ts";
import type { BundledEmbedder } from "../models/vectors/static/embedder.ts";
import type { Database } from "../store/database.ts";
import { passageTexts } from "../store/docs/passages.ts";
import { type FoundPassage, judgedHits, type SearchQuery, type SearchResult } from "./hit.ts";
import { createIndexCache } from "./index/index-cache.ts";
import type { ProjectIndex } from "./index/project-index.ts";
import { readPassages } from "./index/read-passages.ts";
import { coverageOf } from "./rank/coverage.ts";
import { fuse, fuseProvided } from "./rank/fuse.ts";
import { searchKeyword } from "./rank/keyword.ts";
import { boostPhrases } from "./rank/phrases.ts";
import { queryVector } from "./rank/query-vector.ts";
import { createQuestionVectors, type QuestionVectors } from "./rank/question-vectors.ts";
import { rankByPage, scaleByPage } from "./rank/rank.ts";
import { relevanceOf } from "./rank/relevance.ts";
import { weighQuestion } from "./rank/weigh-question.ts";
import { weighTerms } from "./rank/weigh-terms.ts";
import type { Search } from "./search.ts";

const vectorWeight = 0.45;
const providedWeight = 0.5;

export type EngineDeps = {
  db: Database;
  embedder: BundledEmbedder;
  /** What all indexes together may take. */
  memoryBytes: number;
  /** An embedder beside the bundled one, and who is told when the bundled one has to stand in. */
  embedding?: Embedding | undefined;
};

export type Embedding = {
  provider: EmbeddingProvider;
  onFailure(reason: string): void;
  /** In milliseconds. */
  now?: () => number;
};

type Engine = Pick<EngineDeps, "db" | "embedder"> & {
  provided?: { questions: QuestionVectors } & Embedding;
};

/** Search itself, on the thread it is called on. */
export function createEngine(deps: EngineDeps): Search {
  const { db, embedder, embedding } = deps;
  const cache = createIndexCache({
    db,
    dimensions: embedder.dimensions,
    memoryBytes: deps.memoryBytes,
    embedder: embedding?.provider.id,
    now: embedding?.now,
  });
  const engine: Engine = {
    db,
    embedder,
    ...(embedding && { provided: { ...embedding, questions: createQuestionVectors(embedding) } }),
  };
  return {
    sizes: () => cache.sizes(),
    search: (revisionId, query) =>
      cache.use(revisionId, (index) => searchIndex(engine, index, query)),
    close: async () => undefined,
  };
}

async function searchIndex(
  engine: Engine,
  index: ProjectIndex,
  query: SearchQuery,
): Promise<SearchResult> {
  const { db, embedder } = engine;
  const asked = askProvided(engine, index, query);
  const fluency = embedder.fluency(query.text);
  const similarities = index.vectors.search(queryVector(embedder, query));
  const byTerms = searchKeyword(index.keyword, weighTerms(index, query, embedder.importance));
  const provided = await asked;
  const scores = provided
    ? fuseProvided({
        keyword: byTerms,
        bundled: similarities,
        ...provided,
        weights: weightsOf(engine, fluency),
      })
    : fuse(byTerms, similarities, vectorWeight * fluency);
  scaleByPage(index, query, scores);
  const read = (ids: string[]) => passageTexts(db, ids);
  await boostPhrases(index, { question: query.text, scores, read });
  const slots = rankByPage(index, scores, query.limit);
  const coverage = coverageOf(index, query.text);
  const found = await readPassages(db, index, slots);
  const hits = found.map(({ slot, passage }, place) => ({
    passage,
    score: scores[slot] ?? 0,
    similarity: similarities[slot] ?? 0,
    coverage: place < judgedHits ? coverage(slot, passage) : 0,
    agreement: place < judgedHits ? embedder.agreement(query.text, readText(passage)) : 0,
  }));
  return {
    hits: relevanceOf(hits, fluency),
    fluency,
    ...weighQuestion(index, query.text, embedder),
  };
}

/** By the configured embedder, as far as its vectors have come; undefined where the bundled ones are alone. */
async function askProvided(engine: Engine, index: ProjectIndex, query: SearchQuery) {
  if (!engine.provided || !index.provided) return undefined;
  const vector = await engine.provided.questions(query);
  const { provided } = index;
  if (!vector) return undefined;
  if (vector.length === provided.index.dimensions)
    return { provided: provided.index.search(vector), isThere: provided.isThere };
  engine.provided.onFailure(
    `a vector of ${vector.length} dimensions, where those stored have ${provided.index.dimensions}`,
  );
  return undefined;
}

/** An embedder that knows all languages counts in full, whatever language the question is in. */
function weightsOf({ provided }: Engine, fluency: number) {
  const bundled = providedWeight * fluency;
  return { bundled, provided: provided?.provider.languages === "any" ? providedWeight : bundled };
}

function readText(passage: FoundPassage["passage"]): string {
  return [passage.title, ...passage.headings, passage.text].join("\n");
}
