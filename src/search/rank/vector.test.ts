import { expect, test } from "vitest";
import { plainScan } from "../../../test/plain-kernels.ts";
import { isQuantised, quantise, readQuantised } from "../../models/vectors/static/quantise.ts";
import { rowBytesOf } from "../segment/build-segment.ts";
import { fuse } from "./fuse.ts";
import { createScans, searchVectors } from "./vector.ts";

const scans = createScans();

/** Rows of one part; a vector that cannot be used is zeros. */
function partOf(stored: Uint8Array[], dimensions: number) {
  const rows = new Uint8Array(stored.length * rowBytesOf(dimensions));
  for (const [row, bytes] of stored.entries())
    if (isQuantised(bytes, dimensions)) rows.set(bytes, row * rowBytesOf(dimensions));
  return { rows };
}

test("rows of several parts are found one behind the other, in any number", () => {
  const stored = Array.from({ length: 1_300 }, (_, row) =>
    quantise(Float32Array.from({ length: 100 }, (_, at) => Math.sin(row * 3.7 + at * at))),
  );
  const query = Float32Array.from({ length: 100 }, (_, at) => Math.cos(at));
  const parts = [partOf(stored.slice(0, 1_100), 100), partOf(stored.slice(1_100), 100)];
  const found = searchVectors(scans, parts, query);
  const plain = plainScan(stored.map(readQuantised), query);
  const differences = found.map((score, row) => Math.abs(score - (plain[row] ?? 9)));
  expect(Math.max(...differences)).toBeLessThan(2e-3);
  const some = Uint32Array.of(3, 1_099, 0);
  const exact = scans(100).productsOf(query, parts[0]?.rows ?? new Uint8Array(), some);
  expect([...exact]).toEqual([...some].map((row) => found[row]));
});

test("no rows give nothing", () => {
  expect(searchVectors(scans, [], new Float32Array(256).fill(1))).toHaveLength(0);
});

test("the closest vector scores highest", () => {
  const stored = [
    [1, 0],
    [0, 1],
    [0.6, 0.8],
  ].map((vector) => quantise(Float32Array.from(vector)));
  const scores = searchVectors(scans, [partOf(stored, 2)], Float32Array.from([0, 1]));
  expect(Array.from(scores, (score) => Math.round(score * 100))).toEqual([0, 100, 80]);
});

test("a vector of another length counts as no vector", () => {
  const stored = [quantise(Float32Array.from([1, 1, 1])), quantise(Float32Array.from([1, 0]))];
  const scores = searchVectors(scans, [partOf(stored, 2)], Float32Array.from([1, 0]));
  expect(scores[0]).toBe(0);
  expect(scores[1]).toBeCloseTo(1);
});

test("two rankings are brought to one scale and added by weight", () => {
  const scores = fused(Float32Array.from([0, 10, 5]), Float32Array.from([0.2, 0.1, 0.3]), 0.4);
  expect(Array.from(scores, (score) => Math.round(score * 100))).toEqual([20, 60, 70]);
});

test("a ranking without a single score adds nothing", () => {
  const scores = fused(Float32Array.from([0, 0]), Float32Array.from([0.1, 0.9]), 0.5);
  expect([...scores]).toEqual([0, 0.5]);
});

test("passages that are equally good are all found", () => {
  const scores = fused(Float32Array.from([3, 3]), Float32Array.from([0.4, 0.4]), 0.5);
  expect([...scores]).toEqual([1, 1]);
});

test("the only passage there is can be found", () => {
  expect([...fused(Float32Array.from([2]), Float32Array.from([0.3]), 0.5)]).toEqual([1]);
});

function fused(keyword: Float32Array, bundled: Float32Array, weight: number): Float32Array {
  const nearest = { slots: Uint32Array.from(bundled.keys()), similarities: bundled };
  return fuse({ keyword, nearest, weights: { bundled: weight, provided: weight } });
}
