import type { QueueCaller } from "../lib/fair-queue.ts";
import type { Log } from "../lib/log.ts";
import { createThreadCalls } from "../lib/thread-calls.ts";
import type { EmbeddedInput } from "../models/embedded/answer/answer-input.ts";
import type { EmbeddingSettings } from "../models/vectors/providers/embedding-provider.ts";
import type { StoreLocation } from "../store/database.ts";
import { createRefusals } from "./costly-searches.ts";
import type { IndexSizes, SearchQuery, SearchResult } from "./hit.ts";
import type { ThreadNotice, ThreadReply, ThreadRequest, ThreadSettings } from "./search-thread.ts";

/** Aborted before its turn, nothing is worked out. */
export type SearchCaller = QueueCaller & { signal?: AbortSignal };

/** What of a question has to be worked out: the passages that speak of it, and the embedded model's answer. */
export type Search = {
  search(revisionId: string, query: SearchQuery, caller?: SearchCaller): Promise<SearchResult>;
  /** Waits for what a search waits for, before it has its turn, and gives the query to search with then; undefined where there is nothing to wait for. */
  prepare?(revisionId: string, query: SearchQuery): (() => Promise<SearchQuery>) | undefined;
  /** The answer in the docs' own words. */
  compose(input: EmbeddedInput, caller?: SearchCaller): Promise<string>;
  /** As of the last search. */
  sizes(): IndexSizes;
  close(): Promise<void>;
};

type Deps = {
  store: StoreLocation;
  memoryBytes: number;
  log: Log;
  /** Where indexes are kept from one start to the next; without it each start makes them anew. */
  folder?: string | undefined;
  /** An embedder beside the bundled one. */
  embedding?: EmbeddingSettings | undefined;
  /** Told whenever it gave no vector for a question, and the bundled one stood in. */
  onEmbedderFailure?: () => void;
  /** What one search, or one answer, may take of the processor's time. */
  processorMs?: number;
  /** Small indexes leave the memory together with the thread when nobody has searched for so long. */
  idleMs?: number;
};

const mostWarned = 1_000;
/** A hundred times what the dearest search of a large site takes: only what nobody has thought of comes near it. */
const defaultProcessorMs = 10_000;

/** Indexes of this size are there again within a moment. */
const smallBytes = 16 * 1_048_576;
const defaultIdleMs = 30 * 60_000;

const nothing: IndexSizes = { bytes: 0, indexes: [] };

/** Search on a thread of its own, started by the first question, so that what is worked out never holds up the streams of others. */
export function createSearch(deps: Deps): Search {
  const { log, store, memoryBytes, embedding, folder } = deps;
  const { processorMs = defaultProcessorMs, idleMs = defaultIdleMs } = deps;
  const refused = createRefusals();
  let sizes = nothing;
  const warned = new Set<string>();
  const thread = createThreadCalls<ThreadRequest, ThreadReply>({
    program: new URL("./search-thread.ts", import.meta.url),
    workerData: { store, memoryBytes, embedding, folder } satisfies ThreadSettings,
    idleMs,
    mayEnd: () => sizes.bytes <= smallBytes,
    processorMs: ({ step }) => (step === "prepare" ? undefined : processorMs),
    onNotice(notice) {
      const said = notice as ThreadNotice;
      if ("snapshotFault" in said) {
        log.warn({ reason: said.snapshotFault }, "a stored search index could not be used");
        return;
      }
      const { embedderFailure } = said;
      log.warn({ reason: embedderFailure }, "a question was ranked without the embedder");
      deps.onEmbedderFailure?.();
    },
    onFault: (err) =>
      log.error({ err }, "the search thread broke; the next question starts another"),
    onEnd() {
      sizes = nothing;
    },
  });

  async function call(request: ThreadRequest): Promise<ThreadReply> {
    const reply = await thread.call(request);
    sizes = reply.sizes;
    warnOfShortage(log, sizes, warned);
    return reply;
  }

  return {
    prepare(revisionId, query) {
      const isLoaded = sizes.indexes.some((index) => index.revisionId === revisionId);
      if (isLoaded && !embedding) return undefined;
      return async () => {
        const reply = await call({ step: "prepare", revisionId, query });
        return reply.step === "prepare" ? reply.query : query;
      };
    },
    async search(revisionId, query) {
      const reply = await refused.unless({ revisionId, query }, () =>
        call({ step: "search", revisionId, query }),
      );
      if (reply.step !== "search") throw somethingElse();
      return reply.result;
    },
    async compose(input) {
      const reply = await refused.unless(input, () => call({ step: "compose", input }));
      if (reply.step !== "compose") throw somethingElse();
      return reply.text;
    },
    sizes: () => sizes,
    close: () => thread.close(),
  };
}

function somethingElse(): Error {
  return new Error("the search thread answered something else");
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
