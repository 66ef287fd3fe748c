import type { Log } from "../../lib/log.ts";
import { mostCharacters } from "../../models/vectors/providers/create-embedding-provider.ts";
import {
  EmbeddingError,
  type EmbeddingProvider,
} from "../../models/vectors/providers/embedding-provider.ts";
import { quantise } from "../../models/vectors/static/quantise.ts";
import type { Database } from "../../store/database.ts";
import { findProject } from "../../store/docs/projects.ts";
import {
  insertVectors,
  type MissingText,
  missingTexts,
  storedVectors,
  textsToEmbed,
  type VectorScope,
} from "../../store/docs/vectors.ts";

export type FillDeps = {
  db: Database;
  provider: EmbeddingProvider;
  log: Log;
  signal: AbortSignal;
  /** Told how many vectors a batch has added, and how many texts are still without one. */
  onProgress(stored: number, missing: number): void;
};

type Fill = FillDeps & {
  scope: VectorScope;
  queue: QueuedText[];
  /** Texts in one request: fewer when the embedder refuses, more again when it has accepted for a while. */
  batchSize: number;
  acceptedInARow: number;
  failedInARow: number;
  /** Texts that nobody is working on and nobody will. */
  leftOut: number;
  underway: number;
  stored: number;
  error: unknown;
};

const atOnce = 2;
const largestBatch = 64;
const growAfter = 16;
// More than one bad text can cause by itself: six halvings of its batch, and as many of the text.
const mostFailuresInARow = 24;
const fewestCharacters = 500;
const loggedEvery = 5_000;

/**
 * Gives every text of the project's current revision a vector of the embedder. Each batch is stored as it comes, so that
 * whoever takes over after a stop finds it. Throws on an outage; a text that the embedder refuses is left out.
 */
export async function fillVectors(deps: FillDeps, projectId: string): Promise<void> {
  const revisionId = (await findProject(deps.db, projectId))?.currentRevisionId;
  if (!revisionId) return;
  const scope = { projectId, embedder: deps.provider.id };
  const missing = await missingTexts(deps.db, scope, revisionId);
  deps.onProgress(0, missing.length);
  if (missing.length === 0) return;
  deps.log.info({ projectId, missing: missing.length }, "passages are being embedded");
  const fill: Fill = {
    ...deps,
    scope,
    queue: fromAnywhere(missing).map((text) => ({ ...text, characters: mostCharacters })),
    batchSize: largestBatch,
    acceptedInARow: 0,
    failedInARow: 0,
    leftOut: 0,
    underway: 0,
    stored: 0,
    error: undefined,
  };
  await Promise.all(Array.from({ length: atOnce }, () => work(fill)));
  if (fill.error !== undefined) throw fill.error;
  deps.log.info({ projectId, leftOut: fill.leftOut }, "passages have been embedded");
}

/** Nodes that fill the same project begin at different places, so they seldom embed the same text. */
function fromAnywhere<Item>(items: Item[]): Item[] {
  const start = Math.floor(Math.random() * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}

async function work(fill: Fill): Promise<void> {
  while (fill.error === undefined && fill.queue.length > 0) {
    const batch = fill.queue.splice(0, fill.batchSize);
    fill.underway += batch.length;
    try {
      fill.signal.throwIfAborted();
      await embedBatch(fill, batch);
    } catch (error) {
      fill.error ??= faultOf(fill, batch, error);
    } finally {
      fill.underway -= batch.length;
    }
  }
}

async function embedBatch(fill: Fill, batch: QueuedText[]): Promise<void> {
  const { ready, later } = await readBatch(fill.db, fill.scope, batch);
  if (ready.length === 0) return;
  const texts = ready.map(({ text }) => text);
  const vectors = await fill.provider.embed(texts, "passage", fill.signal);
  const rows = ready.map(({ textHash }, place) => ({
    textHash,
    vector: quantise(vectors[place] ?? new Float32Array(0)),
  }));
  await insertVectors(fill.db, fill.scope, rows);
  fill.queue.unshift(...later);
  fill.failedInARow = 0;
  fill.acceptedInARow += 1;
  if (fill.acceptedInARow % growAfter === 0)
    fill.batchSize = Math.min(fill.batchSize * 2, largestBatch);
  tellProgress(fill, rows.length, fill.underway - batch.length);
}

function tellProgress(fill: Fill, count: number, underway: number): void {
  const missing = fill.queue.length + underway + fill.leftOut;
  fill.onProgress(count, missing);
  const before = Math.floor(fill.stored / loggedEvery);
  fill.stored += count;
  if (Math.floor(fill.stored / loggedEvery) > before)
    fill.log.info({ projectId: fill.scope.projectId, missing }, "passages are being embedded");
}

/** What the texts may be at fault for is tried with fewer and shorter ones; anything else ends the work, and is returned. */
function faultOf(fill: Fill, batch: QueuedText[], error: unknown): unknown {
  if (!(error instanceof EmbeddingError) || error.fault === "outage") return error;
  fill.acceptedInARow = 0;
  fill.failedInARow += 1;
  if (fill.failedInARow > mostFailuresInARow) return error;
  const [only] = batch;
  if (batch.length > 1) {
    fill.batchSize = Math.max(1, Math.min(fill.batchSize, Math.floor(batch.length / 2)));
    fill.queue.unshift(...batch);
    return undefined;
  }
  if (only && only.characters > fewestCharacters) {
    fill.queue.unshift({ ...only, characters: Math.floor(only.characters / 2) });
    return undefined;
  }
  fill.leftOut += 1;
  const { projectId } = fill.scope;
  fill.log.warn(
    { projectId, passageId: only?.passageId, reason: error.message },
    "the embedder refuses a passage; the bundled vectors stand in for it",
  );
  return undefined;
}

/** A text to embed, and how much of it. */
type QueuedText = MissingText & { characters: number };

type Batch = {
  ready: { textHash: string; text: string }[];
  /** What would make the request too large. */
  later: QueuedText[];
};

// Embedders also limit a request as a whole: OpenAI's to 300,000 tokens, and a character may be more than one.
const charactersAtOnce = 100_000;

/** The texts to send now. Those that another node has embedded meanwhile, and those that say nothing, are dropped. */
async function readBatch(db: Database, scope: VectorScope, queued: QueuedText[]): Promise<Batch> {
  const hashes = queued.map(({ textHash }) => textHash);
  const stored = await storedVectors(db, scope, hashes);
  const missing = queued.filter(({ textHash }) => !stored.has(textHash));
  const texts = await textsToEmbed(
    db,
    missing.map(({ passageId }) => passageId),
  );
  const batch: Batch = { ready: [], later: [] };
  let characters = 0;
  for (const one of missing) {
    const text = texts.get(one.passageId)?.slice(0, one.characters) ?? "";
    if (text.trim() === "") continue;
    characters += text.length;
    if (characters > charactersAtOnce && batch.ready.length > 0) batch.later.push(one);
    else batch.ready.push({ textHash: one.textHash, text });
  }
  return batch;
}
