import { workerData } from "node:worker_threads";
import { serveCalls } from "../lib/thread-calls.ts";
import type { EmbeddedInput } from "../models/embedded/answer/answer-input.ts";
import { createProvider } from "../models/vectors/providers/create-embedding-provider.ts";
import type { EmbeddingSettings } from "../models/vectors/providers/embedding-provider.ts";
import { bundledEmbedder } from "../models/vectors/static/embedder.ts";
import { connectDatabase, type StoreLocation } from "../store/database.ts";
import { createEngine } from "./engine.ts";
import type { IndexSizes, SearchQuery, SearchResult } from "./hit.ts";
import { createSnapshots } from "./index/snapshots.ts";

export type ThreadSettings = {
  store: StoreLocation;
  memoryBytes: number;
  /** An embedder beside the bundled one. */
  embedding: EmbeddingSettings | undefined;
  /** Where indexes are kept from one start to the next. */
  folder: string | undefined;
};
export type ThreadRequest =
  /** `prepare` is what has to be waited for, `search` what has to be worked out. */
  | { step: "prepare" | "search"; revisionId: string; query: SearchQuery }
  | { step: "compose"; input: EmbeddedInput };
export type ThreadReply = { sizes: IndexSizes } & (
  | { step: "prepare"; query: SearchQuery }
  | { step: "search"; result: SearchResult }
  | { step: "compose"; text: string }
);
/** Why the configured embedder gave no vector for a question, or why a stored index is made anew. */
export type ThreadNotice = { embedderFailure: string } | { snapshotFault: string };

const connections = 4;
const settings: ThreadSettings = workerData;

const embedder = bundledEmbedder();

/** The program of the search thread: it has its own handle on the store and its own copy of the embedder. */
const engine = createEngine({
  db: connectDatabase(settings.store, connections),
  embedder,
  memoryBytes: settings.memoryBytes,
  snapshots:
    settings.folder === undefined
      ? undefined
      : createSnapshots({
          folder: settings.folder,
          // Where another embedder is configured, the texts' own marks are kept as well.
          madeWith: `${embedder.id} ${settings.embedding !== undefined}`,
          onFault: (error) => notice({ snapshotFault: String(error) } satisfies ThreadNotice),
        }),
  embedding: settings.embedding && {
    provider: createProvider(settings.embedding),
    onFailure: (embedderFailure) => notice({ embedderFailure } satisfies ThreadNotice),
  },
});

const notice = serveCalls(async (request: ThreadRequest): Promise<ThreadReply> => {
  const done = await carryOut(request);
  return { ...done, sizes: engine.sizes() };
});

async function carryOut(request: ThreadRequest) {
  const { step } = request;
  if (step === "compose") return { step, text: await engine.compose(request.input) } as const;
  const { revisionId, query } = request;
  if (step === "prepare")
    return { step, query: await engine.prepare(revisionId, query)() } as const;
  return { step, result: await engine.search(revisionId, query) } as const;
}
