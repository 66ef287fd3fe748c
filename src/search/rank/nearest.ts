import { createSketches, type Sketches } from "../../models/vectors/static/kernels/sketch.ts";
import type { Segment } from "../segment/segment.ts";
import { type Scans, searchVectors } from "./vector.ts";

/** Passages that are close to a question in meaning, and those that might be. */
export type Nearest = { slots: Uint32Array; similarities: Float32Array };

type Part = Pick<Segment, "rows" | "sketches" | "passages">;
type Means = { scans: Scans; sketches: (dimensions: number) => Sketches };
type Asked = {
  vector: Float32Array;
  /** 0 for slots that do not count; undefined where all do. */
  isMeant: Uint8Array | undefined;
};

/**
 * Only the closest hundred have a say in the ranking. The signs of the components find them: of 100,000 passages of public docs all
 * hundred were among the two thousand that seem closest.
 */
const measured = 4_000;
/** Up to here looking at all takes no longer. */
const fewPassages = 10_000;

/** The cosines of the passages that may be among the closest: of all, where they are few. Which they are does not depend on their order. */
export function nearestPassages(means: Means, parts: Part[], asked: Asked): Nearest {
  const passages = parts.reduce((sum, part) => sum + part.passages, 0);
  if (!saysSomething(asked.vector)) return nothing;
  if (passages <= fewPassages) return allMeant(means.scans, parts, asked);
  const slots = seemNearest(means, parts, asked);
  return { slots, similarities: similaritiesOf(means.scans, parts, { ...asked, slots }) };
}

/** The cosines of some slots, by rising slot. */
export function similaritiesOf(
  scans: Scans,
  parts: Pick<Part, "rows" | "passages">[],
  { vector, slots }: { vector: Float32Array; slots: Uint32Array },
): Float32Array {
  const scan = scans(vector.length);
  const similarities = new Float32Array(slots.length);
  let [first, from] = [0, 0];
  for (const { rows, passages } of parts) {
    let to = from;
    while (to < slots.length && (slots[to] ?? 0) < first + passages) to += 1;
    const own = slots.subarray(from, to).map((slot) => slot - first);
    similarities.set(scan.productsOf(vector, rows, own), from);
    [first, from] = [first + passages, to];
  }
  return similarities;
}

export function createSketchScans(): Means["sketches"] {
  const known = new Map<number, Sketches>();
  return (dimensions) => {
    const found = known.get(dimensions) ?? createSketches(dimensions);
    known.set(dimensions, found);
    return found;
  };
}

const nothing: Nearest = { slots: new Uint32Array(), similarities: new Float32Array() };

/** A question of words that the model does not know is close to nothing. */
function saysSomething(vector: Float32Array): boolean {
  const sum = vector.reduce((all, component) => all + Math.abs(component), 0);
  return sum > 0 && Number.isFinite(sum);
}

function allMeant(scans: Scans, parts: Part[], { vector, isMeant }: Asked): Nearest {
  const all = searchVectors(scans, parts, vector);
  const slots = Uint32Array.from(all.keys());
  if (!isMeant) return { slots, similarities: all };
  return {
    slots: slots.filter((slot) => isMeant[slot] === 1),
    similarities: all.filter((_, slot) => isMeant[slot] === 1),
  };
}

function seemNearest({ sketches }: Means, parts: Part[], { vector, isMeant }: Asked): Uint32Array {
  const best = createBest(measured);
  let firstOfPart = 0;
  for (const { sketches: signs, passages } of parts) {
    const part = { firstSlot: firstOfPart, endSlot: firstOfPart + passages, isMeant };
    sketches(vector.length).estimate(vector, signs, {
      least: best.least,
      take: (first, estimates) => best.add(estimates, first, part),
    });
    firstOfPart += passages;
  }
  return best.slots();
}

const lowest = -32_768;

/** Keeps the slots with the highest estimates, and all that are equal to the last of them. */
function createBest(wanted: number) {
  let slots = new Uint32Array(4 * wanted);
  let values = new Int16Array(4 * wanted);
  let [length, least] = [0, lowest];

  function drop(): void {
    least = nthHighest(values, length, wanted);
    let kept = 0;
    for (let at = 0; at < length; at += 1) {
      if ((values[at] ?? 0) < least) continue;
      slots[kept] = slots[at] ?? 0;
      values[kept] = values[at] ?? 0;
      kept += 1;
    }
    length = kept;
  }

  /** So that so many more can come. */
  function makeRoom(count: number): void {
    if (length > wanted) drop();
    if (length + count <= slots.length) return;
    const size = 2 * (length + count);
    slots = copied(slots, new Uint32Array(size));
    values = copied(values, new Int16Array(size));
  }

  return {
    /** What an estimate must have to come among them, as far as is known. */
    least: () => least,
    add(estimates: Int16Array, first: number, { firstSlot, endSlot, isMeant }: PartSlots): void {
      if (length + estimates.length > slots.length) makeRoom(estimates.length);
      let to = length;
      const start = firstSlot + first;
      const count = Math.min(estimates.length, endSlot - start);
      for (let at = 0; at < count; at += 1) {
        const estimate = estimates[at] ?? 0;
        if (estimate < least || isMeant?.[start + at] === 0) continue;
        slots[to] = start + at;
        values[to] = estimate;
        to += 1;
      }
      length = to;
    },
    slots(): Uint32Array {
      if (length > wanted) drop();
      return slots.subarray(0, length);
    },
  };
}

type PartSlots = { firstSlot: number; endSlot: number; isMeant: Uint8Array | undefined };

function copied<Numbers extends Uint32Array | Int16Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from);
  return into;
}

function nthHighest(values: Int16Array, length: number, nth: number): number {
  let [bottom, top] = [values[0] ?? 0, values[0] ?? 0];
  for (let at = 0; at < length; at += 1) {
    const value = values[at] ?? 0;
    if (value < bottom) bottom = value;
    if (value > top) top = value;
  }
  const counts = new Uint32Array(top - bottom + 1);
  for (let at = 0; at < length; at += 1) {
    const place = (values[at] ?? 0) - bottom;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  let left = nth;
  for (let value = top; value > bottom; value -= 1) {
    left -= counts[value - bottom] ?? 0;
    if (left <= 0) return value;
  }
  return bottom;
}
