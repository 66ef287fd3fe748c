import { isQuantised, scaleBytes } from "../../models/vectors/static/quantise.ts";
import type { Database } from "../../store/database.ts";
import { storedVectors } from "../../store/docs/vectors.ts";
import { rowBytesOf } from "../segment/build-segment.ts";
import type { Segment } from "../segment/segment.ts";
import type { ProjectIndex, ProvidedPart } from "./project-index.ts";

type Input = {
  embedder: string;
  /** The slot to look from. */
  from: number;
  /** How many slots without a vector are looked up. */
  most: number;
};

/** Adds the vectors that have come for slots without one; tells where the next look goes on. */
export async function addProvided(
  db: Database,
  index: ProjectIndex,
  { embedder, from, most }: Input,
): Promise<number> {
  const { slots, next } = slotsWithout(index, from, most);
  if (slots.length === 0) return next;
  const hashes = slots.map((slot) => hashOf(index, slot));
  const scope = { projectId: index.projectId, embedder };
  const found = await storedVectors(db, scope, [...new Set(hashes)]);
  for (const [place, slot] of slots.entries()) {
    const stored = found.get(hashes[place] ?? "");
    if (stored) put(index, slot, stored);
  }
  return next;
}

/** Takes over what another index has of the same segments. */
export function keepProvided(index: ProjectIndex, from: ProjectIndex | undefined): void {
  if (from?.provided === undefined) return;
  const { dimensions, parts } = from.provided;
  const known = new Map(from.segments.map((segment, place) => [segment, parts[place]]));
  index.provided = {
    dimensions,
    parts: index.segments.map((segment) => known.get(segment) ?? emptyPart(segment, dimensions)),
  };
}

export function providedBytes({ provided }: ProjectIndex): number {
  return provided?.parts.reduce((sum, { rows }) => sum + rows.byteLength, 0) ?? 0;
}

function slotsWithout(index: ProjectIndex, from: number, most: number) {
  const size = index.keyword.slotCount;
  const slots: number[] = [];
  let steps = 0;
  for (; steps < size && slots.length < most; steps += 1) {
    const slot = (from + steps) % size;
    const { part, own } = partOf(index, slot);
    if (index.keyword.dead?.isLive[slot] !== 0 && part?.isThere[own] !== 1) slots.push(slot);
  }
  return { slots, next: size === 0 ? 0 : (from + steps) % size };
}

function partOf({ segments, provided }: ProjectIndex, slot: number) {
  const firstPassages = segments[0]?.passages ?? 0;
  const number = slot < firstPassages ? 0 : 1;
  const own = number === 0 ? slot : slot - firstPassages;
  return { own, segment: segments[number], part: provided?.parts[number] };
}

function hashOf(index: ProjectIndex, slot: number): string {
  const { segment, own } = partOf(index, slot);
  return segment?.textHashes.at(own) ?? "";
}

/** The first vector decides about the dimensions; one of others cannot be compared with it and is passed over. */
function put(index: ProjectIndex, slot: number, stored: Uint8Array): void {
  const dimensions = index.provided?.dimensions ?? stored.length - scaleBytes;
  if (dimensions < 1 || !isQuantised(stored, dimensions)) return;
  index.provided ??= {
    dimensions,
    parts: index.segments.map((segment) => emptyPart(segment, dimensions)),
  };
  const { part, own } = partOf(index, slot);
  part?.rows.set(stored, own * rowBytesOf(dimensions));
  if (part) part.isThere[own] = 1;
}

/** Memory that other threads see as well. */
function emptyPart({ passages }: Segment, dimensions: number): ProvidedPart {
  const rows = new SharedArrayBuffer(passages * rowBytesOf(dimensions));
  return { rows: new Uint8Array(rows), isThere: new Uint8Array(new SharedArrayBuffer(passages)) };
}
