import { workerData } from "node:worker_threads";
import { serveCalls } from "../lib/thread-calls.ts";
import type { EmbeddedInput } from "../models/embedded/answer/answer-input.ts";
import { createProvider } from "../models/vectors/providers/create-embedding-provider.ts";
import type { EmbeddingSettings } from "../models/vectors/providers/embedding-provider.ts";
import { bundledEmbedder } from "../models/vectors/static/embedder.ts";
import { connectDatabase, type StoreLocation } from "../store/database.ts";
import { createEngine, engineOver } from "./engine.ts";
import type { IndexSizes, SearchQuery, SearchResult } from "./hit.ts";
import { createGivenIndexes } from "./index/given-indexes.ts";
import type { SharedIndex } from "./index/shared-index.ts";
import { createSnapshots } from "./index/snapshots.ts";

export type ThreadSettings = {
  store: StoreLocation;
  memoryBytes: number;
  /** An embedder beside the bundled one. */
  embedding: EmbeddingSettings | undefined;
  /** Where indexes are kept from one start to the next. */
  folder: string | undefined;
  /** Whether it keeps the indexes, or searches in those that it is given. */
  isKeeper: boolean;
};
export type ThreadRequest =
  /** `prepare` is what has to be waited for, `search` what has to be worked out. */
  | { step: "prepare" | "search"; revisionId: string; query: SearchQuery }
  | { step: "compose"; input: EmbeddedInput }
  /** Asked of the keeper: an index as another thread can open it. */
  | { step: "share"; revisionId: string }
  /** Asked of a helper. */
  | { step: "start" }
  | { step: "take"; index: SharedIndex }
  | { step: "drop"; revisionIds: string[] };
/** `sizes` where they have changed. */
export type ThreadReply = { sizes?: IndexSizes | undefined } & (
  | { step: "prepare"; query: SearchQuery }
  | { step: "search"; result: SearchResult }
  | { step: "compose"; text: string }
  | { step: "share"; index: SharedIndex | undefined }
  | { step: "done" }
  /** A helper does not have the index. */
  | { step: "missing" }
);
/** Why the configured embedder gave no vector for a question, or why a stored index is made anew. */
export type ThreadNotice = { embedderFailure: string } | { snapshotFault: string };

const connections = { keeper: 4, helper: 2 };
const settings: ThreadSettings = workerData;

/** The program of a search thread: it has its own handle on the store and its own copy of the embedder. */
const notice = settings.isKeeper ? serveKeeper() : serveHelper();

function serveKeeper() {
  const embedder = bundledEmbedder();
  const { store, memoryBytes, folder, embedding } = settings;
  const engine = createEngine({
    db: connectDatabase(store, connections.keeper),
    ...{ embedder, memoryBytes },
    snapshots: folder === undefined ? undefined : snapshotsIn(folder, embedder.id),
    embedding: embedding && {
      provider: createProvider(embedding),
      onFailure: (embedderFailure) => notice({ embedderFailure } satisfies ThreadNotice),
    },
  });
  let told = "";
  return serveCalls(async (request: ThreadRequest): Promise<ThreadReply> => {
    const { step } = request;
    if (step === "share") return { step, index: engine.share(request.revisionId) };
    const done = await carryOut(engine, request);
    const sizes = engine.sizes();
    const key = `${sizes.bytes} ${sizes.indexes.map(({ arrangement }) => arrangement).join()}`;
    if (key === told) return done;
    told = key;
    return { ...done, sizes };
  });
}

function snapshotsIn(folder: string, model: string) {
  return createSnapshots({
    folder,
    // Where another embedder is configured, the texts' own marks are kept as well.
    madeWith: `${model} ${settings.embedding !== undefined}`,
    onFault: (error) => notice({ snapshotFault: String(error) } satisfies ThreadNotice),
  });
}

function serveHelper() {
  const indexes = createGivenIndexes();
  const db = connectDatabase(settings.store, connections.helper);
  const embedder = bundledEmbedder();
  const engine = engineOver({ db, embedder, indexes });
  return serveCalls(async (request: ThreadRequest): Promise<ThreadReply> => {
    const { step } = request;
    if (step === "start") embedder.embedQuery("");
    else if (step === "take") indexes.take(request.index);
    else if (step === "drop") indexes.drop(request.revisionIds);
    else if (step !== "search" || indexes.has(request.revisionId)) return carryOut(engine, request);
    else return { step: "missing" };
    return { step: "done" };
  });
}

type Engine = ReturnType<typeof engineOver>;

async function carryOut(engine: Engine, request: ThreadRequest): Promise<ThreadReply> {
  const { step } = request;
  if (step === "compose") return { step, text: await engine.compose(request.input) };
  if (step !== "prepare" && step !== "search") throw new Error(`${step} is not for this thread`);
  const { revisionId, query } = request;
  if (step === "prepare") return { step, query: await engine.prepare(revisionId, query)() };
  return { step, result: await engine.search(revisionId, query) };
}
