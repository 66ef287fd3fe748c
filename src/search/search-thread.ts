import { workerData } from "node:worker_threads";
import { serveCalls } from "../lib/thread-calls.ts";
import { createProvider } from "../models/vectors/providers/create-embedding-provider.ts";
import type { EmbeddingSettings } from "../models/vectors/providers/embedding-provider.ts";
import { bundledEmbedder } from "../models/vectors/static/embedder.ts";
import { connectDatabase, type StoreLocation } from "../store/database.ts";
import { createEngine } from "./engine.ts";
import type { IndexSizes, SearchQuery, SearchResult } from "./hit.ts";

export type ThreadSettings = {
  store: StoreLocation;
  memoryBytes: number;
  /** An embedder beside the bundled one. */
  embedding: EmbeddingSettings | undefined;
};
export type ThreadRequest = { revisionId: string; query: SearchQuery };
export type ThreadReply = { result: SearchResult; sizes: IndexSizes };
/** The configured embedder gave no vector for a question, and why. */
export type ThreadNotice = { embedderFailure: string };

const connections = 4;
const settings: ThreadSettings = workerData;

/** The program of the search thread: it has its own handle on the store and its own copy of the embedder. */
const engine = createEngine({
  db: connectDatabase(settings.store, connections),
  embedder: bundledEmbedder(),
  memoryBytes: settings.memoryBytes,
  embedding: settings.embedding && {
    provider: createProvider(settings.embedding),
    onFailure: (embedderFailure) => notice({ embedderFailure } satisfies ThreadNotice),
  },
});

const notice = serveCalls(async ({ revisionId, query }: ThreadRequest): Promise<ThreadReply> => {
  const result = await engine.search(revisionId, query);
  return { result, sizes: engine.sizes() };
});
