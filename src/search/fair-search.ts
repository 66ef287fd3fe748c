import { createFairQueue, type QueueCaller } from "../lib/fair-queue.ts";
import type { Search } from "./search.ts";

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
const ourselves: QueueCaller = { network: "", key: "" };

/** Searches in turn, so that whoever sends many holds up nobody else. */
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
    search: (revisionId, query, caller = ourselves) =>
      queue.run(caller, {
        prepare: async () => (await search.prepare?.(revisionId, query)) ?? query,
        work: (ready) => search.search(revisionId, ready),
      }),
    requireRoom: queue.requireRoom,
    sizes: () => search.sizes(),
    close: () => search.close(),
  };
}

/** The same search, for one caller. */
export function searchAs(search: Search, caller: QueueCaller): Search {
  return { ...search, search: (revisionId, query) => search.search(revisionId, query, caller) };
}
