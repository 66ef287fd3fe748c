import { expect, test } from "vitest";
import { randomOf } from "../../../test/random-of.ts";
import { sketchBytes, writeSketches } from "../../models/vectors/static/kernels/sketch.ts";
import { quantise } from "../../models/vectors/static/quantise.ts";
import { rowBytesOf } from "../segment/build-segment.ts";
import { createSketchScans, nearestPassages } from "./nearest.ts";
import { createScans, searchVectors } from "./vector.ts";

const dimensions = 256;
const means = { scans: createScans(), sketches: createSketchScans() };

/** Directions around a few topics, as those of docs are. */
function vectorsOf(count: number, seed: number): Float32Array[] {
  const random = randomOf(seed);
  const around = () => Float32Array.from({ length: dimensions }, () => random(1_000) / 1_000 - 0.5);
  const topics = Array.from({ length: 40 }, around);
  return Array.from({ length: count }, (_, at) => {
    const noise = around();
    const topic = topics[at % topics.length] ?? noise;
    return unit(topic.map((one, place) => one + 0.7 * (noise[place] ?? 0)));
  });
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((one) => one / length);
}

function partOf(vectors: Float32Array[]) {
  const rowBytes = rowBytesOf(dimensions);
  const rows = new Uint8Array(new SharedArrayBuffer(vectors.length * rowBytes));
  for (const [row, vector] of vectors.entries()) rows.set(quantise(vector), row * rowBytes);
  const sketches = new Uint8Array(sketchBytes(dimensions, vectors.length));
  writeSketches(rows, dimensions, sketches);
  return { rows, sketches, passages: vectors.length };
}

const vectors = vectorsOf(12_000, 1);
const [query = new Float32Array(dimensions)] = vectorsOf(1, 2);
const whole = [partOf(vectors)];
const exact = searchVectors(means.scans, whole, query);

function closest(count: number, isTaken: (slot: number) => boolean = () => true): number[] {
  const slots = [...exact.keys()].filter(isTaken);
  return slots.sort((left, right) => (exact[right] ?? 0) - (exact[left] ?? 0)).slice(0, count);
}

test("the hundred closest of many are found with their cosines, and not all others", () => {
  const { slots, similarities } = nearestPassages(means, whole, {
    vector: query,
    isMeant: undefined,
  });
  expect(slots.length).toBeGreaterThanOrEqual(4_000);
  expect(slots.length).toBeLessThan(5_000);
  expect([...similarities]).toEqual([...slots].map((slot) => exact[slot]));
  const found = new Set(slots);
  expect(closest(100).filter((slot) => !found.has(slot))).toEqual([]);
});

test("of passages that do not count none is found, and others in their place", () => {
  const isMeant = Uint8Array.from(vectors, (_, slot) => (slot % 3 === 0 ? 0 : 1));
  const { slots } = nearestPassages(means, whole, { vector: query, isMeant });
  const found = new Set(slots);
  expect([...found].some((slot) => slot % 3 === 0)).toBe(false);
  expect(closest(100, (slot) => slot % 3 !== 0).filter((slot) => !found.has(slot))).toEqual([]);
});

test("what is found does not depend on how passages are arranged", () => {
  const parts = [partOf(vectors.slice(0, 1_234)), partOf(vectors.slice(1_234))];
  const asked = { vector: query, isMeant: undefined };
  expect(nearestPassages(means, parts, asked)).toEqual(nearestPassages(means, whole, asked));
  const turned = nearestPassages(means, [partOf(vectors.toReversed())], asked);
  const back = turned.slots.map((slot) => vectors.length - 1 - slot).toReversed();
  expect(back).toEqual(nearestPassages(means, whole, asked).slots);
});

test("of passages that are all the same every one is found", () => {
  const [one = query] = vectors;
  const parts = [partOf(Array.from({ length: 30_000 }, () => one))];
  expect(nearestPassages(means, parts, { vector: query, isMeant: undefined }).slots).toHaveLength(
    30_000,
  );
});

test("a question without a direction is close to nothing", () => {
  const vector = new Float32Array(dimensions);
  expect(nearestPassages(means, whole, { vector, isMeant: undefined }).slots).toHaveLength(0);
});
