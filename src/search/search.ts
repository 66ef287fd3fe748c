import type { QueueCaller } from "../lib/fair-queue.ts";
import type { Log } from "../lib/log.ts";
import { createThreadCalls, type ThreadOptions } from "../lib/thread-calls.ts";
import type { EmbeddedInput } from "../models/embedded/answer/answer-input.ts";
import type { EmbeddingSettings } from "../models/vectors/providers/embedding-provider.ts";
import type { StoreLocation } from "../store/database.ts";
import { createRefusals } from "./costly-searches.ts";
import type { IndexSizes, SearchQuery, SearchResult } from "./hit.ts";
import type { ThreadNotice, ThreadReply, ThreadRequest, ThreadSettings } from "./search-thread.ts";
import { createSearchThreads } from "./search-threads.ts";

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
  /** How many threads may search at the same time; 1 where it is not said. With an embedder beside the bundled one there must be one. */
  threads?: number;
  /** What one search, or one answer, may take of the processor's time. */
  processorMs?: number;
  /** Small indexes leave the memory together with the thread when nobody has searched for so long. */
  idleMs?: number;
};

const mostWarned = 1_000;
/** A hundred times what the dearest search of a large site takes: only what nobody has thought of comes near it. */
const defaultProcessorMs = 10_000;

/** What a search leaves behind is gone at once; with more room it would pile up to that. */
const memoryLimits = { maxYoungGenerationSizeMb: 12 };

/** Indexes of this size are there again within a moment. */
const smallBytes = 16 * 1_048_576;
const defaultIdleMs = 30 * 60_000;
/** A thread beside the first has nothing to load when it starts again. */
const helperIdleMs = 60_000;

const nothing: IndexSizes = { bytes: 0, indexes: [] };

/** Search on threads of its own, the first started by the first question, so that what is worked out never holds up the streams of others. */
export function createSearch(deps: Deps): Search {
  const { log, store, memoryBytes, embedding, folder } = deps;
  const { processorMs = defaultProcessorMs, idleMs = defaultIdleMs } = deps;
  const refused = createRefusals();
  let sizes = nothing;
  const warned = new Set<string>();
  const settings = { store, memoryBytes, embedding, folder };
  const openThread = (isKeeper: boolean, more: Partial<ThreadOptions<ThreadRequest>>) =>
    createThreadCalls<ThreadRequest, ThreadReply>({
      program: new URL("./search-thread.ts", import.meta.url),
      workerData: { ...settings, isKeeper } satisfies ThreadSettings,
      processorMs: ({ step }) => (isWorkedOut.has(step) ? processorMs : undefined),
      memoryLimits,
      onNotice: (notice) => tell(deps, notice as ThreadNotice),
      onFault: (err) =>
        log.error({ err }, "the search thread broke; the next question starts another"),
      ...more,
    });
  const threads = createSearchThreads({
    keeper: openThread(true, {
      idleMs,
      mayEnd: () => sizes.bytes <= smallBytes,
      onEnd: () => keep(nothing),
    }),
    openHelper: (onEnd) => openThread(false, { idleMs: helperIdleMs, onEnd }),
    most: deps.threads ?? 1,
  });

  function keep(now: IndexSizes): void {
    sizes = now;
    threads.keeps(now);
    warnOfShortage(log, now, warned);
  }

  async function call(request: ThreadRequest): Promise<ThreadReply> {
    const reply = await threads.call(request);
    if (reply.sizes) keep(reply.sizes);
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
    close: () => threads.close(),
  };
}

const isWorkedOut = new Set<ThreadRequest["step"]>(["search", "compose"]);

function tell({ log, onEmbedderFailure }: Deps, said: ThreadNotice): void {
  if ("snapshotFault" in said) {
    log.warn({ reason: said.snapshotFault }, "a stored search index could not be used");
    return;
  }
  log.warn({ reason: said.embedderFailure }, "a question was ranked without the embedder");
  onEmbedderFailure?.();
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
