import { isQuantised, scaleBytes } from "../../models/vectors/static/quantise.ts";
import type { Database } from "../../store/database.ts";
import { storedVectors } from "../../store/docs/vectors.ts";
import { createVectorIndex } from "../rank/vector.ts";
import type { ProjectIndex, ProvidedVectors } from "./project-index.ts";

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
  const hashes = new Set(slots.map((slot) => index.textHashes[slot] ?? ""));
  const scope = { projectId: index.projectId, embedder };
  const found = await storedVectors(db, scope, [...hashes]);
  for (const slot of slots) {
    const stored = found.get(index.textHashes[slot] ?? "");
    if (stored) put(index, slot, stored);
  }
  return next;
}

function slotsWithout(index: ProjectIndex, from: number, most: number) {
  const size = index.textHashes.length;
  const slots: number[] = [];
  let steps = 0;
  for (; steps < size && slots.length < most; steps += 1) {
    const slot = (from + steps) % size;
    if (index.provided?.isThere[slot] !== 1) slots.push(slot);
  }
  return { slots, next: size === 0 ? 0 : (from + steps) % size };
}

/** The first vector decides about the dimensions; one of others cannot be compared with it and is passed over. */
function put(index: ProjectIndex, slot: number, stored: Uint8Array): void {
  const dimensions = index.provided?.index.dimensions ?? stored.length - scaleBytes;
  if (dimensions < 1 || !isQuantised(stored, dimensions)) return;
  index.provided ??= emptyProvided(dimensions, index.textHashes.length);
  index.provided.index.set(slot, stored);
  index.provided.isThere[slot] = 1;
}

function emptyProvided(dimensions: number, size: number): ProvidedVectors {
  const index = createVectorIndex(dimensions, size);
  index.set(size - 1, new Uint8Array(0));
  return { index, isThere: new Uint8Array(size) };
}
