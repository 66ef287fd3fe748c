import { parentPort, workerData } from "node:worker_threads";
import { bundledEmbedder } from "../models/embedder/embedder.ts";
import { createProvider } from "../models/embedding/create-provider.ts";
import type { EmbeddingSettings } from "../models/embedding/provider.ts";
import { connectDatabase, type StoreLocation } from "../store/database.ts";
import { createEngine } from "./engine.ts";
import type { IndexSizes, SearchQuery, SearchResult } from "./hit.ts";

export type ThreadSettings = {
  store: StoreLocation;
  memoryBytes: number;
  /** An embedder beside the bundled one. */
  embedding: EmbeddingSettings | undefined;
};
export type ThreadRequest = { id: number; revisionId: string; query: SearchQuery };
export type ThreadReply =
  | ({ id: number; sizes: IndexSizes } & ({ result: SearchResult } | { error: string }))
  /** The configured embedder gave no vector for a question, and why. */
  | { embedderFailure: string };

const connections = 4;

/** The program of the search thread: it has its own handle on the store and its own copy of the embedder. */
if (parentPort) serve(parentPort, workerData as ThreadSettings);

function serve(port: NonNullable<typeof parentPort>, settings: ThreadSettings): void {
  const reply = (message: ThreadReply) => port.postMessage(message);
  const engine = createEngine({
    db: connectDatabase(settings.store, connections),
    embedder: bundledEmbedder(),
    memoryBytes: settings.memoryBytes,
    embedding: settings.embedding && {
      provider: createProvider(settings.embedding),
      onFailure: (embedderFailure) => reply({ embedderFailure }),
    },
  });
  port.on("message", ({ id, revisionId, query }: ThreadRequest) => {
    engine.search(revisionId, query).then(
      (result) => reply({ id, sizes: engine.sizes(), result }),
      (error) => reply({ id, sizes: engine.sizes(), error: String(error?.message ?? error) }),
    );
  });
}
