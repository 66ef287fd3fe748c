import { createFairQueue, type QueueCaller } from "../lib/fair-queue.ts";
import type { Search, SearchCaller } from "./search.ts";

export type FairSearch = Search & {
  /** Throws where a search of this caller would be refused now. */
  requireRoom(caller: QueueCaller): void;
};

type Limits = {
  /** Searches that are taken in at the same time, and those of one network. */
  searches: number;
  searchesPerNetwork: number;
};

/** Work of the server itself: warming up and the like. */
const ourselves: SearchCaller = { network: "", key: "" };

/** Searches and answers in turn, so that whoever sends many holds up nobody else. */
export function fairSearch(search: Search, limits: Limits): FairSearch {
  const queue = createFairQueue({
    // One computes while another waits for the store; the second place is never that of the same network.
    width: 2,
    widthOfNetwork: 1,
    most: {
      all: limits.searches,
      network: limits.searchesPerNetwork,
      caller: Math.ceil(limits.searchesPerNetwork / 2),
    },
    name: "searches",
  });
  return {
    search(revisionId, query, caller = ourselves) {
      let ready = query;
      const preparing = search.prepare?.(revisionId, query);
      const prepare = async () => {
        if (preparing) ready = await preparing();
      };
      return queue.run(caller, {
        prepare: preparing && prepare,
        work: () => search.search(revisionId, ready),
        signal: caller.signal,
      });
    },
    compose: (input, caller = ourselves) =>
      queue.run(caller, { work: () => search.compose(input), signal: caller.signal }),
    requireRoom: queue.requireRoom,
    sizes: () => search.sizes(),
    close: () => search.close(),
  };
}

/** The same search, for one caller. */
export function searchAs(search: Search, caller: SearchCaller): Search {
  return {
    ...search,
    search: (revisionId, query) => search.search(revisionId, query, caller),
    compose: (input) => search.compose(input, caller),
  };
}
