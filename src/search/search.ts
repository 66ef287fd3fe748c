import { Worker } from "node:worker_threads";
import type { Log } from "../lib/log.ts";
import type { EmbeddingSettings } from "../models/embedding/provider.ts";
import type { StoreLocation } from "../store/database.ts";
import type { IndexSizes, SearchQuery, SearchResult } from "./hit.ts";
import type { ThreadReply, ThreadRequest, ThreadSettings } from "./search-thread.ts";

export type Search = {
  search(revisionId: string, query: SearchQuery): Promise<SearchResult>;
  /** As of the last search. */
  sizes(): IndexSizes;
  close(): Promise<void>;
};

type Deps = {
  store: StoreLocation;
  memoryBytes: number;
  log: Log;
  /** An embedder beside the bundled one. */
  embedding?: EmbeddingSettings | undefined;
  /** Told whenever it gave no vector for a question, and the bundled one stood in. */
  onEmbedderFailure?: () => void;
};
type Waiting = { resolve(result: SearchResult): void; reject(error: Error): void };

const nothing: IndexSizes = { bytes: 0, indexes: [] };

/** Search on a thread of its own, started by the first question, so that ranking never holds up the streams of others. */
export function createSearch(deps: Deps): Search {
  const { log, store, memoryBytes, embedding } = deps;
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let sizes = nothing;
  let lastId = 0;

  function start(): Worker {
    const workerData: ThreadSettings = { store, memoryBytes, embedding };
    const started = new Worker(new URL("./search-thread.ts", import.meta.url), { workerData });
    started.unref();
    started.on("message", (reply: ThreadReply) => {
      if ("embedderFailure" in reply) {
        log.warn({ reason: reply.embedderFailure }, "a question was ranked without the embedder");
        deps.onEmbedderFailure?.();
        return;
      }
      sizes = reply.sizes;
      const one = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (waiting.size === 0) started.unref();
      if ("result" in reply) one?.resolve(reply.result);
      else one?.reject(new Error(`search failed: ${reply.error}`));
    });
    started.on("error", (err) =>
      log.error({ err }, "the search thread broke; the next question starts another"),
    );
    started.on("exit", () => {
      if (thread === started) thread = undefined;
      sizes = nothing;
      for (const { reject } of waiting.values()) reject(new Error("the search thread has ended"));
      waiting.clear();
    });
    return started;
  }

  return {
    search(revisionId, query) {
      thread ??= start();
      lastId += 1;
      const request: ThreadRequest = { id: lastId, revisionId, query };
      const result = new Promise<SearchResult>((resolve, reject) =>
        waiting.set(request.id, { resolve, reject }),
      );
      thread.ref();
      thread.postMessage(request);
      return result;
    },
    sizes: () => sizes,
    async close() {
      await thread?.terminate();
    },
  };
}
