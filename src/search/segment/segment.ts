import { open, type Packed, type Sections } from "./packed-sections.ts";
import type { PageFact } from "./page-fact.ts";
import { openStrings, type Strings } from "./strings.ts";

/** Some pages of one project with everything that is needed to rank their passages. It never changes. */
export type Segment = Pick<
  Sections,
  | "firstSlots"
  | "pageOf"
  | "lengths"
  | "rows"
  | "sketches"
  | "slots"
  | "frequencies"
  | "ownWords"
  | "factOf"
  | "pageKinds"
  | "topics"
> &
  SegmentMeta & {
    buffer: SharedArrayBuffer;
    /** In rising order; the postings of term t stand from `offsets[t]` to `offsets[t + 1]`, by rising slot. */
    terms: Strings;
    offsets: Uint32Array;
    /** By rising path, as the pages themselves. */
    paths: Strings;
    /** What is known of each page, without its path. */
    pageTexts: Strings;
    /** How readers may write a page's path and its address, and the places of pages in the order of these. */
    pathKeys: Strings;
    pathKeyOrder: Uint32Array;
    addressKeys: Strings;
    addressKeyOrder: Uint32Array;
    /** Identity of each slot's text, by which a configured embedder's vectors are stored; none where there is none. */
    textHashes: Strings;
  };

export type SegmentMeta = {
  /** Made up anew for each. */
  id: string;
  passages: number;
  pages: number;
  dimensions: number;
  /** Of one stored vector. */
  rowBytes: number;
  /** All lengths together, in tenths of a word. */
  lengthSum: number;
  facts: PageFact[];
  /** How many pages have each. */
  factCounts: number[];
};

export function openSegment(packed: Packed<SegmentMeta> | SharedArrayBuffer): Segment {
  const { buffer, meta, sections: own } = "meta" in packed ? packed : open<SegmentMeta>(packed);
  return {
    ...meta,
    ...own,
    buffer,
    terms: openStrings(own.termOffsets, own.termBytes),
    offsets: own.postingOffsets,
    paths: openStrings(own.pathOffsets, own.pathBytes),
    pageTexts: openStrings(own.pageOffsets, own.pageBytes),
    pathKeys: openStrings(own.pathKeyOffsets, own.pathKeyBytes),
    addressKeys: openStrings(own.addressKeyOffsets, own.addressKeyBytes),
    textHashes: openStrings(own.hashOffsets, own.hashBytes),
  };
}
