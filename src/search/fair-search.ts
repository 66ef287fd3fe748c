import { createFairQueue, type QueueCaller } from "../lib/fair-queue.ts";
import type { SearchQuery, SearchResult } from "./hit.ts";
import type { Search, SearchCaller } from "./search.ts";

export type FairSearch = Search & {
  /** A few short searches in one turn, in place of one after the other. */
  searchEach(
    revisionId: string,
    queries: SearchQuery[],
    caller?: SearchCaller,
  ): Promise<SearchResult[]>;
  /**
   * Brings the index of a revision into memory before somebody searches in it. Whoever waits for the same one shares a turn.
   * "soon": only while half of the memory for indexes is free, so that what is searched never makes room for what is read.
   */
  load(revisionId: string, caller: SearchCaller, when: "now" | "soon"): Promise<void>;
  /** Throws where a search of this caller would be refused now. */
  requireRoom(caller: QueueCaller): void;
};

type Limits = {
  /** Searches that are taken in at the same time, and those of one network. */
  searches: number;
  searchesPerNetwork: number;
  /** What all indexes together may take. */
  memoryBytes?: number;
  /** How many threads search. */
  threads?: number;
};

/** Work of the server itself: warming up and the like. */
const ourselves: SearchCaller = { network: "", key: "" };

const nothing: SearchQuery = { text: "", hints: [], liftPaths: [], filter: {}, limit: 0 };

/** Searches and answers in turn, so that whoever sends many holds up nobody else. */
export function fairSearch(search: Search, limits: Limits): FairSearch {
  const { threads = 1 } = limits;
  const queue = createFairQueue({
    // On each thread one computes while another waits for the store; half of the places are never those of one network.
    width: 2 * threads,
    widthOfNetwork: threads,
    most: {
      all: limits.searches,
      network: limits.searchesPerNetwork,
      caller: Math.ceil(limits.searchesPerNetwork / 2),
    },
    name: "searches",
  });
  const searchEach: FairSearch["searchEach"] = (revisionId, queries, caller = ourselves) => {
    let ready = queries;
    const preparing = queries.map((query) => search.prepare?.(revisionId, query));
    const prepare = async () => {
      const all = preparing.map(async (one, place) => (await one?.()) ?? queries[place]);
      ready = (await Promise.all(all)).filter((query) => query !== undefined);
    };
    return queue.run(caller, {
      prepare: preparing.some((one) => one) ? prepare : undefined,
      work: () => Promise.all(ready.map((query) => search.search(revisionId, query))),
      signal: caller.signal,
    });
  };
  const loading = new Map<string, Promise<void>>();
  return {
    searchEach,
    async load(revisionId, caller, when) {
      const { bytes, indexes } = search.sizes();
      if (indexes.some((index) => index.revisionId === revisionId)) return;
      const { memoryBytes = Number.POSITIVE_INFINITY } = limits;
      if (when === "soon" && bytes > memoryBytes / 2) return;
      const known = loading.get(revisionId);
      if (known) return known;
      const begun = searchEach(revisionId, [nothing], caller).then(() => undefined);
      loading.set(revisionId, begun);
      await begun.finally(() => loading.delete(revisionId));
    },
    async search(revisionId, query, caller) {
      const [result] = await searchEach(revisionId, [query], caller);
      if (result === undefined) throw new Error("a search has no result");
      return result;
    },
    compose: (input, caller = ourselves) =>
      queue.run(caller, { work: () => search.compose(input), signal: caller.signal }),
    requireRoom: queue.requireRoom,
    sizes: () => search.sizes(),
    close: () => search.close(),
  };
}

/** The same search, for one caller. */
export function searchAs(search: FairSearch, caller: SearchCaller): FairSearch {
  return {
    ...search,
    searchEach: (revisionId, queries) => search.searchEach(revisionId, queries, caller),
    search: (revisionId, query) => search.search(revisionId, query, caller),
    compose: (input) => search.compose(input, caller),
  };
}
