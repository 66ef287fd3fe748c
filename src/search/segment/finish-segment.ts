import { randomUUID } from "node:crypto";
import { sketchBytes, writeSketches } from "../../models/vectors/static/kernels/sketch.ts";
import { scaleBytes } from "../../models/vectors/static/quantise.ts";
import type { VisiblePage } from "../../store/docs/pages.ts";
import { kindNumber } from "../rank/page-kind.ts";
import { pathKey } from "../rank/path-key.ts";
import {
  dropped,
  type MergePlan,
  type PostingSource,
  planMerge,
  writeMerged,
} from "./merge-postings.ts";
import { allocate, type Sections } from "./packed-sections.ts";
import { factOf, type PageFact, topicNumber } from "./page-fact.ts";
import { pageText } from "./page-text.ts";
import { openSegment, type Segment, type SegmentMeta } from "./segment.ts";
import { compareTexts, packStrings, type Strings } from "./strings.ts";

/** Pages and passages in their order. */
type Collected = {
  pages: VisiblePage[];
  /** First slot of each page, and one past the last page's end. */
  firstSlots: number[];
  /** Of each passage, in tenths. */
  lengths: number[];
  /** Of each passage, or none. */
  hashes: string[];
  dimensions: number;
  rowBytes: number;
};

type Contents = {
  /** Other segments, and where their slots go. */
  sources: { source: Segment; moved: Uint32Array | undefined }[];
  fresh: PostingSource;
  /** Writes the vectors of new passages. */
  writeRows(rows: Uint8Array): void;
};

/** Lays everything out in memory of just its size. */
export function finishSegment(
  collected: Collected,
  { sources, fresh, writeRows }: Contents,
): Segment {
  const { pages, firstSlots, lengths, dimensions, rowBytes } = collected;
  const { facts, factCounts, factNumbers } = numberFacts(pages);
  const meta: SegmentMeta = {
    id: randomUUID(),
    passages: lengths.length,
    pages: pages.length,
    ...{ dimensions, rowBytes, facts, factCounts },
    lengthSum: lengths.reduce((sum, length) => sum + length, 0),
  };
  const plan = planMerge([...sources.map(({ source, moved }) => ({ ...source, moved })), fresh]);
  const texts = textsOf(pages, collected.hashes);
  const { buffer, sections } = allocate(meta, {
    ...sizesOf(meta, plan),
    ...texts.lengths,
  });
  sections.firstSlots.set(firstSlots);
  sections.lengths.set(lengths);
  sections.factOf.set(factNumbers);
  sections.pageKinds.set(pages.map(kindNumber));
  sections.topics.set(pages.map(topicNumber));
  for (let page = 0; page < pages.length; page += 1)
    sections.pageOf.fill(page, firstSlots[page], firstSlots[page + 1]);
  texts.write(sections);
  writeMerged(plan, sections);
  for (const { source, moved } of sources)
    moveRows(source.rows, moved, { rows: sections.rows, rowBytes });
  writeRows(sections.rows);
  writeSketches(sections.rows, rowBytes - scaleBytes, sections.sketches);
  return openSegment({ buffer, meta, sections });
}

function sizesOf({ passages, pages, rowBytes }: SegmentMeta, plan: MergePlan) {
  return {
    firstSlots: pages + 1,
    pageOf: passages,
    lengths: passages,
    rows: passages * rowBytes,
    sketches: sketchBytes(rowBytes - scaleBytes, passages),
    termOffsets: plan.terms + 1,
    termBytes: plan.termBytes,
    postingOffsets: plan.terms + 1,
    slots: plan.postings,
    frequencies: plan.postings,
    ownWords: plan.terms,
    factOf: pages,
    pageKinds: pages,
    topics: pages,
  };
}

/** Rows that were neighbours already are copied at once. */
function moveRows(
  from: Uint8Array,
  moved: Uint32Array | undefined,
  { rows, rowBytes }: { rows: Uint8Array; rowBytes: number },
): void {
  if (moved === undefined) return;
  for (let slot = 0; slot < moved.length; ) {
    const to = moved[slot] ?? dropped;
    let end = slot + 1;
    if (to !== dropped) {
      while (end < moved.length && moved[end] === to + end - slot) end += 1;
      rows.set(from.subarray(slot * rowBytes, end * rowBytes), to * rowBytes);
    }
    slot = end;
  }
}

function numberFacts(pages: VisiblePage[]) {
  const numbers = new Map<string, number>();
  const facts: PageFact[] = [];
  const factCounts: number[] = [];
  const factNumbers = pages.map((page) => {
    const fact = factOf(page);
    const key = JSON.stringify(fact);
    const known = numbers.get(key) ?? facts.length;
    if (known === facts.length) facts.push(fact);
    numbers.set(key, known);
    factCounts[known] = (factCounts[known] ?? 0) + 1;
    return known;
  });
  return { facts, factCounts, factNumbers };
}

function textsOf(pages: VisiblePage[], hashes: string[]) {
  const paths = packStrings(pages.map(({ path }) => path));
  const pageTexts = packStrings(pages.map(pageText));
  const pathKeys = packStrings(pages.map(({ path }) => pathKey(path)));
  const addressKeys = packStrings(
    pages.map(({ address }) => (address === "" ? "" : pathKey(address))),
  );
  const textHashes = packStrings(hashes);
  return {
    lengths: {
      pathOffsets: paths.offsets.length,
      pathBytes: paths.bytes.length,
      pageOffsets: pageTexts.offsets.length,
      pageBytes: pageTexts.bytes.length,
      pathKeyOffsets: pathKeys.offsets.length,
      pathKeyBytes: pathKeys.bytes.length,
      pathKeyOrder: pages.length,
      addressKeyOffsets: addressKeys.offsets.length,
      addressKeyBytes: addressKeys.bytes.length,
      addressKeyOrder: pages.length,
      hashOffsets: textHashes.offsets.length,
      hashBytes: textHashes.bytes.length,
    },
    write(into: Sections): void {
      into.pathOffsets.set(paths.offsets);
      into.pathBytes.set(paths.bytes);
      into.pageOffsets.set(pageTexts.offsets);
      into.pageBytes.set(pageTexts.bytes);
      into.pathKeyOffsets.set(pathKeys.offsets);
      into.pathKeyBytes.set(pathKeys.bytes);
      into.pathKeyOrder.set(orderOf(pathKeys));
      into.addressKeyOffsets.set(addressKeys.offsets);
      into.addressKeyBytes.set(addressKeys.bytes);
      into.addressKeyOrder.set(orderOf(addressKeys));
      into.hashOffsets.set(textHashes.offsets);
      into.hashBytes.set(textHashes.bytes);
    },
  };
}

/** Equal texts stay in the order of their places. */
function orderOf(texts: Strings): Uint32Array {
  const order = Uint32Array.from({ length: texts.length }, (_, place) => place);
  return order.sort((left, right) => compareTexts(texts, left, texts, right) || left - right);
}
