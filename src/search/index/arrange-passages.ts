import type { PassageEntry } from "../../store/docs/passages.ts";
import { createVectorIndex, newRow } from "../rank/vector.ts";
import { bytesPerPassage, type ProjectIndex, type ProvidedVectors } from "./project-index.ts";

/** The part of an index that goes slot by slot, from passages of another index and new ones. */
export function arrangePassages(
  from: ProjectIndex | undefined,
  { dimensions, keepHashes }: { dimensions: number; keepHashes: boolean },
) {
  const passageIds: string[] = [];
  const textHashes: string[] = [];
  const order: number[] = [];
  const pageOf: number[] = [];
  const firstSlots: number[] = [];
  const fresh: { slot: number; vector: Uint8Array }[] = [];
  const put = (passageId: string, textHash: string, oldSlot: number) => {
    passageIds.push(passageId);
    if (keepHashes) textHashes.push(textHash);
    pageOf.push(firstSlots.length - 1);
    order.push(oldSlot);
  };
  return {
    /** The memory that it takes, by estimate. */
    bytes: () => order.length * (bytesPerPassage * (keepHashes ? 2 : 1) + dimensions),
    startPage: () => void firstSlots.push(order.length),
    /** Takes over the passage of a slot of the index it began with. */
    keep: (slot: number) => put(from?.passageIds[slot] ?? "", from?.textHashes[slot] ?? "", slot),
    add(passage: PassageEntry) {
      fresh.push({ slot: order.length, vector: passage.vector });
      put(passage.id, passage.textHash, newRow);
    },
    finish() {
      const rows = new Uint32Array(order);
      const vectors = (from?.vectors ?? createVectorIndex(dimensions)).arrange(rows);
      for (const { slot, vector } of fresh) vectors.set(slot, vector);
      return {
        passageIds,
        textHashes,
        pageOf: new Uint32Array(pageOf),
        firstSlots: new Uint32Array([...firstSlots, order.length]),
        vectors,
        provided: from?.provided && arrangeProvided(from.provided, rows),
      };
    },
  };
}

function arrangeProvided(provided: ProvidedVectors, rows: Uint32Array): ProvidedVectors {
  const isThere = Uint8Array.from(rows, (old) => provided.isThere[old] ?? 0);
  return { index: provided.index.arrange(rows), isThere };
}
