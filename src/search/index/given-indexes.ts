import { openSegment } from "../segment/segment.ts";
import type { IndexCache } from "./index-cache.ts";
import { openIndex, type ProjectIndex } from "./project-index.ts";
import type { SharedIndex } from "./shared-index.ts";

export type GivenIndexes = Pick<IndexCache, "use" | "sizes"> & {
  has(revisionId: string): boolean;
  take(shared: SharedIndex): void;
  drop(revisionIds: string[]): void;
};

/** Indexes that another thread keeps: this one searches in them, and never loads any. */
export function createGivenIndexes(): GivenIndexes {
  const indexes = new Map<string, ProjectIndex>();
  const opened = (id: string) => {
    for (const { segments } of indexes.values())
      for (const segment of segments) if (segment.id === id) return segment;
    return undefined;
  };
  return {
    has: (revisionId) => indexes.has(revisionId),
    take(shared) {
      // What is known of a segment's passages is kept with it.
      const segments = shared.segments.map(({ id, buffer }) => opened(id) ?? openSegment(buffer));
      indexes.set(shared.revisionId, openIndex({ ...shared, segments }));
    },
    drop(revisionIds) {
      for (const id of revisionIds) indexes.delete(id);
    },
    async use(revisionId, work) {
      const index = indexes.get(revisionId);
      if (!index) throw new Error(`the index of ${revisionId} was not given`);
      return work(index);
    },
    sizes: () => ({ bytes: 0, indexes: [] }),
  };
}
