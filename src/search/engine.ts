import { once } from "../lib/once.ts";
import type { EmbeddedInput } from "../models/embedded/answer/answer-input.ts";
import type { EmbeddingProvider } from "../models/vectors/providers/embedding-provider.ts";
import type { BundledEmbedder } from "../models/vectors/static/embedder.ts";
import type { Database } from "../store/database.ts";
import { type PassageText, passageTexts } from "../store/docs/passages.ts";
import { measuredHits, type Passage, type SearchQuery, type SearchResult } from "./hit.ts";
import { createIndexCache, type IndexCache } from "./index/index-cache.ts";
import { joined, type ProjectIndex } from "./index/project-index.ts";
import type { Snapshots } from "./index/snapshots.ts";
import { rankSlots } from "./rank/best/rank-slots.ts";
import { boundedQuery } from "./rank/bounded-query.ts";
import { completeWord } from "./rank/complete-word.ts";
import { contestOf } from "./rank/contest.ts";
import { createDistinct } from "./rank/distinct-passages.ts";
import { createSketchScans, nearestPassages, similaritiesOf } from "./rank/nearest.ts";
import type { ReadTexts } from "./rank/phrases.ts";
import {
  createQuestionVectors,
  type QuestionVectors,
  queryVector,
} from "./rank/question-vectors.ts";
import { readAsked } from "./rank/question-words.ts";
import { meantSlots, pageFactors, relevanceOf } from "./rank/rank.ts";
import { type Compared, rerank, slotsFor } from "./rank/rerank.ts";
import { createScratch, type Room } from "./rank/scratch.ts";
import { createScans, type Scans, searchVectors } from "./rank/vector.ts";
import { coverageOf, weighQuestion, weighTerms } from "./rank/weigh-question.ts";

const vectorWeight = 0.3;
const providedWeight = 0.5;
/** So many hits are looked at to see how the best one stands out, however many are wanted. */
const contestants = 10;

type EngineDeps = {
  db: Database;
  embedder: BundledEmbedder;
  indexes: Pick<IndexCache, "use">;
  /** An embedder beside the bundled one, and who is told when the bundled one has to stand in. */
  embedding?: Embedding | undefined;
};

type Embedding = {
  provider: EmbeddingProvider;
  onFailure(reason: string): void;
  /** In milliseconds. */
  now?: () => number;
};

type Engine = Pick<EngineDeps, "db" | "embedder"> & {
  scans: Scans;
  sketches: ReturnType<typeof createSketchScans>;
  provided?: { questions: QuestionVectors } & Embedding;
};

type WholeDeps = Omit<EngineDeps, "indexes"> & {
  /** What all indexes together may take. */
  memoryBytes: number;
  /** Where indexes are kept from one start to the next. */
  snapshots?: Snapshots | undefined;
};

/** Search itself with the indexes it needs, on the thread it is called on. */
export function createEngine(deps: WholeDeps) {
  const { db, embedder, embedding, memoryBytes, snapshots } = deps;
  const indexes = createIndexCache({
    ...{ db, memoryBytes, snapshots, dimensions: embedder.dimensions },
    embedder: embedding?.provider.id,
    now: embedding?.now,
  });
  return { ...engineOver({ ...deps, indexes }), sizes: indexes.sizes, share: indexes.share };
}

/** The same over indexes that somebody keeps. */
export function engineOver(deps: EngineDeps) {
  const { db, embedder, embedding, indexes } = deps;
  const engine: Engine = {
    db,
    embedder,
    scans: createScans(),
    sketches: createSketchScans(),
    ...(embedding && { provided: { ...embedding, questions: createQuestionVectors(embedding) } }),
  };
  const scratch = createScratch();
  const composer = once(() => loadComposer(embedder));
  return {
    /** Loads the index and asks the configured embedder; where that one gives no vector, the search does without. */
    prepare: (revisionId: string, query: SearchQuery) => (): Promise<SearchQuery> =>
      indexes.use(revisionId, async (index) => {
        if (!engine.provided || !index.provided) return query;
        const vector = await engine.provided.questions(meantQuery(index, query).query);
        return vector ? query : { ...query, withoutEmbedder: true };
      }),
    search: (revisionId: string, query: SearchQuery): Promise<SearchResult> =>
      indexes.use(revisionId, (index) =>
        scratch.use(index.keyword.slotCount, (room) => searchIndex(engine, index, { query, room })),
      ),
    compose: async (input: EmbeddedInput): Promise<string> => (await composer())(input),
    close: async () => undefined,
  };
}

/** Reading Markdown takes a good part of a thread's start, and a search does without it. */
async function loadComposer({ agreement }: BundledEmbedder) {
  const { createComposer } = await import("../models/embedded/answer/compose-answer.ts");
  return createComposer(agreement);
}

async function searchIndex(
  engine: Engine,
  index: ProjectIndex,
  { query: given, room }: { query: SearchQuery; room: Room },
): Promise<SearchResult> {
  const { db, embedder } = engine;
  const { query, factors, editions } = meantQuery(index, given);
  const providing = askProvided(engine, index, query);
  const fluency = embedder.fluency(query.text);
  const vector = queryVector(embedder, query);
  const isMeant = meantSlots(index, factors);
  const nearest = nearestPassages(engine, index.segments, { vector, isMeant });
  const asked = readAsked(index, query.text);
  const { importance } = embedder;
  const terms = weighTerms(index, query, { importance, asked });
  const typed = query.isTyped ? completeWord(index.keyword, lastWord(query.text)) : [];
  for (const [term, weight] of typed) terms.set(term, Math.max(terms.get(term) ?? 0, weight));
  const provided = await providing;
  const read = readOnce(db);
  const weights = weightsOf(provided && engine.provided, fluency);
  const limit = slotsFor(query.limit);
  const { slots, scores, parts } = await rankSlots(
    index,
    { query, terms, factors, isMeant, nearest, provided, weights, limit, read },
    room,
  );
  const ranked = await rerank(
    index,
    { embedder, read },
    { question: query.text, slots, scores, fluency },
  );
  const coverage = coverageOf(index, asked);
  const passages = await readDistinct(read, index, ranked, Math.max(query.limit, contestants));
  const [first] = passages;
  const similarity = similarityOf(engine, index, {
    vector,
    slots: passages.map((hit) => hit.slot),
  });
  const hits = passages.map(({ slot, passage, score, agreement, focus, naming }, place) => ({
    ...{ passage, score, agreement, focus, naming },
    similarity: similarity(slot),
    coverage: place < measuredHits ? coverage(slot, passage) : 0,
    ...(parts && { parts: parts(slot) }),
  }));
  return {
    hits: relevanceOf(hits.slice(0, query.limit), fluency),
    passages: isMeant ? countMeant(index, factors) : index.keyword.slotCount,
    contest: contestOf(hits.slice(0, contestants)),
    ...(first && { otherLanguage: editions?.otherLanguage(index.pageOf(first.slot)) }),
    fluency,
    ...weighQuestion(
      index,
      { text: query.text, asked },
      { importance, isMeant: (slot) => factors[index.pageOf(slot)] !== 0 },
    ),
  };
}

/** How close in meaning some passages are, whether or not they are among the closest. */
function similarityOf(
  { scans }: Engine,
  { segments }: ProjectIndex,
  { vector, slots }: { vector: Float32Array; slots: number[] },
): (slot: number) => number {
  const rising = Uint32Array.from(slots).sort();
  const similarities = similaritiesOf(scans, segments, { vector, slots: rising });
  return (slot) => similarities[rising.indexOf(slot)] ?? 0;
}

function lastWord(text: string): string {
  return /[\p{L}\p{N}_]{1,40}$/u.exec(text)?.[0] ?? "";
}

/** What is asked of the pages that are meant. */
function meantQuery(index: ProjectIndex, given: SearchQuery) {
  const bounded = boundedQuery(given);
  const { factors, editions } = pageFactors(index, bounded);
  return { query: { ...bounded, text: editions?.text ?? bounded.text }, factors, editions };
}

/** How many passages may be found at all: those of one version in one language, where there are several. */
function countMeant({ firstSlots }: ProjectIndex, factors: Float32Array): number {
  let count = 0;
  for (let place = 0; place < factors.length; place += 1)
    if (factors[place] !== 0) count += (firstSlots[place + 1] ?? 0) - (firstSlots[place] ?? 0);
  return count;
}

/** By the configured embedder, as far as its vectors have come; undefined where the bundled ones are alone. */
async function askProvided(engine: Engine, index: ProjectIndex, query: SearchQuery) {
  if (!engine.provided || !index.provided || query.withoutEmbedder) return undefined;
  const vector = await engine.provided.questions(query);
  const { provided } = index;
  if (!vector) return undefined;
  if (vector.length === provided.dimensions)
    return {
      similarities: searchVectors(engine.scans, provided.parts, vector),
      isThere: joined(provided.parts.map(({ isThere }) => isThere)),
    };
  engine.provided.onFailure(
    `a vector of ${vector.length} dimensions, where those stored have ${provided.dimensions}`,
  );
  return undefined;
}

/** An embedder that knows all languages counts in full, whatever language the question is in. */
function weightsOf(embedding: Embedding | undefined, fluency: number) {
  const bundled = (embedding ? providedWeight : vectorWeight) * fluency;
  return { bundled, provided: embedding?.provider.languages === "any" ? providedWeight : bundled };
}

/** Texts by id, each read once for a question. */
function readOnce(db: Database): ReadTexts {
  const known = new Map<string, PassageText>();
  return async (ids) => {
    const missing = ids.filter((id) => !known.has(id));
    for (const [id, text] of await passageTexts(db, missing)) known.set(id, text);
    return known;
  };
}

/** The best passages with their pages, each text once; no more are read than are needed for that. */
async function readDistinct(
  read: ReadTexts,
  index: ProjectIndex,
  ranked: Compared[],
  limit: number,
): Promise<(Compared & { passage: Passage })[]> {
  const isNew = createDistinct();
  const found: (Compared & { passage: Passage })[] = [];
  for (let at = 0; at < ranked.length && found.length < limit; ) {
    const some = ranked.slice(at, at + limit - found.length);
    at += some.length;
    for (const hit of await readPassages(read, index, some)) {
      const { headings, text } = hit.passage;
      const said = { text: `${headings.at(-1) ?? ""}\n${text}`, tokens: hit.tokens };
      if (isNew(said)) found.push(hit);
    }
  }
  return found;
}

/** The passages of some slots with their pages; one whose text is gone from the store is left out. */
async function readPassages(read: ReadTexts, index: ProjectIndex, ranked: Compared[]) {
  const ids = ranked.map(({ slot }) => index.passageId(slot));
  const texts = await read(ids);
  return ranked.flatMap((one, place) => {
    const text = texts.get(ids[place] ?? "");
    if (text === undefined) return [];
    const page = index.page(index.pageOf(one.slot));
    const { path, title, description, metadata, address, baseUrl, section } = page;
    const about = { path, title, description, metadata, address, baseUrl, section };
    return [{ ...one, passage: { ...text, ...about } }];
  });
}
