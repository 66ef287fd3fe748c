import { isQuantised, scaleBytes } from "../../models/vectors/static/quantise.ts";
import type { VisiblePage } from "../../store/docs/pages.ts";
import { createTermCounter, type KeywordEntry } from "./count-terms.ts";
import { finishSegment } from "./finish-segment.ts";
import { createFreshPostings } from "./fresh-postings.ts";
import { dropped } from "./merge-postings.ts";
import type { Segment } from "./segment.ts";

/** A new passage. */
export type FreshPassage = { entry: KeywordEntry; vector: Uint8Array; textHash: string };

type Kept = { source: number; place: number };
type Input = {
  /** What pages may be kept of. */
  sources: Segment[];
  dimensions: number;
  keepHashes: boolean;
};

const lane = 16;
const bytesPerTerm = 16;
const bytesPerPosting = 6;
const bytesPerPage = 400;

/**
 * Makes a segment out of pages of others and new ones. They must come by rising path. What it gives does not depend on where
 * a page came from.
 */
export function createSegmentBuilder({ sources, dimensions, keepHashes }: Input) {
  const rowBytes = rowBytesOf(dimensions);
  const counter = createTermCounter();
  const postings = createFreshPostings();
  const moved = sources.map(({ passages }) => new Uint32Array(passages).fill(dropped));
  const pages: VisiblePage[] = [];
  const firstSlots: number[] = [0];
  const lengths: number[] = [];
  const vectors = createRows(rowBytes, dimensions);
  const freshSlots: number[] = [];
  const hashes: string[] = [];
  let [textBytes, keptPostings] = [0, 0];

  function startPage(page: VisiblePage): void {
    pages.push(page);
    textBytes += 4 * (page.path.length + page.title.length) + bytesPerPage;
  }

  function keepSlot(source: Segment, number: number, slot: number): void {
    const to = moved[number];
    if (to) to[slot] = lengths.length;
    lengths.push(source.lengths[slot] ?? 0);
    if (keepHashes) hashes.push(source.textHashes.at(slot));
    keptPostings += source.slots.length / Math.max(1, source.passages);
  }

  return {
    /** The memory that it takes, by estimate. */
    bytes: () =>
      (postings.length + keptPostings) * bytesPerPosting +
      lengths.length * (rowBytes + 8) +
      counter.size() * bytesPerTerm +
      textBytes,
    keep(page: VisiblePage, kept: Kept): void {
      startPage(page);
      const source = sources[kept.source];
      const end = source?.firstSlots[kept.place + 1] ?? 0;
      if (source)
        for (let slot = source.firstSlots[kept.place] ?? 0; slot < end; slot += 1)
          keepSlot(source, kept.source, slot);
      firstSlots.push(lengths.length);
    },
    add(page: VisiblePage, passages: FreshPassage[]): void {
      startPage(page);
      for (const { entry, vector, textHash } of passages) {
        const counted = counter.count(entry);
        postings.add(lengths.length, counted);
        freshSlots.push(lengths.length);
        lengths.push(counted.length);
        vectors.push(vector);
        if (keepHashes) hashes.push(textHash);
      }
      firstSlots.push(lengths.length);
    },
    finish: (): Segment =>
      finishSegment(
        { pages, firstSlots, lengths, hashes, dimensions, rowBytes },
        {
          sources: sources.map((source, number) => ({ source, moved: moved[number] })),
          fresh: postings.sorted(counter.terms()),
          writeRows: (rows) => vectors.write(rows, freshSlots),
        },
      ),
  };
}

export function rowBytesOf(dimensions: number): number {
  return scaleBytes + Math.max(lane, Math.ceil(dimensions / lane) * lane);
}

/** Rows in pieces, so that none is moved while they grow. */
function createRows(rowBytes: number, dimensions: number) {
  const rowsOfPiece = 4_096;
  const pieces: Uint8Array[] = [];
  let count = 0;
  return {
    push(vector: Uint8Array): void {
      if (count % rowsOfPiece === 0) pieces.push(new Uint8Array(rowsOfPiece * rowBytes));
      if (isQuantised(vector, dimensions))
        pieces.at(-1)?.set(vector, (count % rowsOfPiece) * rowBytes);
      count += 1;
    },
    write(rows: Uint8Array, slots: number[]): void {
      for (const [place, slot] of slots.entries()) {
        const piece = pieces[Math.floor(place / rowsOfPiece)];
        const at = (place % rowsOfPiece) * rowBytes;
        if (piece) rows.set(piece.subarray(at, at + rowBytes), slot * rowBytes);
      }
    },
  };
}
