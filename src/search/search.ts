import type { Log } from "../lib/log.ts";
import { createThreadCalls } from "../lib/thread-calls.ts";
import type { EmbeddingSettings } from "../models/vectors/providers/embedding-provider.ts";
import type { StoreLocation } from "../store/database.ts";
import type { IndexSizes, SearchQuery, SearchResult } from "./hit.ts";
import type { ThreadNotice, ThreadReply, ThreadRequest, ThreadSettings } from "./search-thread.ts";

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

const mostWarned = 1_000;
const nothing: IndexSizes = { bytes: 0, indexes: [] };

/** Search on a thread of its own, started by the first question, so that ranking never holds up the streams of others. */
export function createSearch(deps: Deps): Search {
  const { log, store, memoryBytes, embedding } = deps;
  let sizes = nothing;
  const warned = new Set<string>();
  const thread = createThreadCalls<ThreadRequest, ThreadReply>({
    program: new URL("./search-thread.ts", import.meta.url),
    workerData: { store, memoryBytes, embedding } satisfies ThreadSettings,
    onNotice(notice) {
      const { embedderFailure } = notice as ThreadNotice;
      log.warn({ reason: embedderFailure }, "a question was ranked without the embedder");
      deps.onEmbedderFailure?.();
    },
    onFault: (err) =>
      log.error({ err }, "the search thread broke; the next question starts another"),
    onEnd() {
      sizes = nothing;
    },
  });
  return {
    async search(revisionId, query) {
      const reply = await thread.call({ revisionId, query });
      sizes = reply.sizes;
      warnOfShortage(log, sizes, warned);
      return reply.result;
    },
    sizes: () => sizes,
    close: () => thread.close(),
  };
}

/** Says once of each revision that not all of it can be found. */
function warnOfShortage(log: Log, { indexes }: IndexSizes, warned: Set<string>): void {
  for (const { projectId, revisionId, leftOut } of indexes) {
    if (leftOut === 0 || warned.has(revisionId)) continue;
    if (warned.size >= mostWarned) warned.clear();
    warned.add(revisionId);
    log.warn(
      { projectId, revisionId, pages: leftOut },
      "some pages cannot be found: there is no memory for them in the search index. Raise DOCENT_SEARCH_MEMORY_MB",
    );
  }
}
