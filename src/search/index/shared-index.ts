import type { Segment } from "../segment/segment.ts";
import type { IndexParts, ProjectIndex } from "./project-index.ts";

/** An index as another thread can open it: all that is large is memory that both see. */
export type SharedIndex = Omit<IndexParts, "segments"> & {
  segments: Pick<Segment, "id" | "buffer">[];
};

export function sharedOf(index: ProjectIndex): SharedIndex {
  const { projectId, revisionId, gone, baseUrls, leftOut } = index;
  const segments = index.segments.map(({ id, buffer }) => ({ id, buffer }));
  return { projectId, revisionId, gone, baseUrls, leftOut, segments };
}
