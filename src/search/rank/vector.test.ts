import { expect, test } from "vitest";
import { plainScan } from "../../../test/plain-kernels.ts";
import { quantise, readQuantised } from "../../models/vectors/static/quantise.ts";
import { fuse } from "./fuse.ts";
import { createVectorIndex, newRow } from "./vector.ts";

const axes = [0, 1, 2, 3].map((axis) => {
  const vector = new Float32Array(4);
  vector[axis] = 1;
  return quantise(vector);
});
const ramp = Float32Array.from([0.1, 0.2, 0.3, 0.4]);

function tenths(scores: Float32Array): number[] {
  return Array.from(scores, (score) => Math.round(score * 10) + 0);
}

function indexOf(stored: Uint8Array[], dimensions: number) {
  const index = createVectorIndex(dimensions, stored.length);
  for (const [position, bytes] of stored.entries()) index.set(position, bytes);
  return index;
}

const indexOfAxes = () => indexOf(axes, 4);

test("an index without rows finds nothing", () => {
  const index = createVectorIndex(256);
  expect(index.count).toBe(0);
  expect(index.search(new Float32Array(256).fill(1))).toHaveLength(0);
  expect(index.arrange(new Uint32Array()).count).toBe(0);
});

test("a row can be replaced, and its old vector is gone", () => {
  const index = indexOfAxes();
  index.set(1, axes[3] ?? new Uint8Array());
  expect(tenths(index.search(ramp))).toEqual([1, 4, 3, 4]);
  index.set(1, new Uint8Array());
  expect(tenths(index.search(ramp))).toEqual([1, 0, 3, 4]);
  expect(index.count).toBe(4);
});

test("rows between the last one and a new one are zeros", () => {
  const index = indexOfAxes();
  index.set(6, axes[3] ?? new Uint8Array());
  expect(tenths(index.search(ramp))).toEqual([1, 2, 3, 4, 0, 0, 4]);
});

test.each([[[1, 2, 3]], [[0, 3]], [[3, 0]], [[2, 1, 0]], [[1, 1, 2, 0, 3, 3]], [[]]])(
  "rows %j can be arranged in this order, and the index they came from stays as it was",
  (positions) => {
    const index = indexOfAxes();
    const arranged = index.arrange(Uint32Array.from(positions));
    expect(arranged.count).toBe(positions.length);
    expect(tenths(arranged.search(ramp))).toEqual(positions.map((position) => position + 1));
    expect(tenths(index.search(ramp))).toEqual([1, 2, 3, 4]);
  },
);

test("a new row among others is zeros until it is written", () => {
  const arranged = indexOfAxes().arrange(Uint32Array.from([3, newRow, 0, newRow]));
  expect(tenths(arranged.search(ramp))).toEqual([4, 0, 1, 0]);
  arranged.set(1, axes[2] ?? new Uint8Array());
  expect(tenths(arranged.search(ramp))).toEqual([4, 3, 1, 0]);
});

test("rows that are not there can neither be arranged nor written", () => {
  const index = indexOfAxes();
  expect(() => index.arrange(Uint32Array.from([4]))).toThrow(RangeError);
  for (const position of [-1, 0.5, Number.NaN])
    expect(() => index.set(position, new Uint8Array())).toThrow(RangeError);
  expect(() => index.set(2 ** 30, new Uint8Array())).toThrow("need more than 4 GiB");
  expect(tenths(index.search(ramp))).toEqual([1, 2, 3, 4]);
});

test("a result stays as it is when the index is searched again or grows", () => {
  const index = indexOfAxes();
  const result = index.search(ramp);
  index.search(Float32Array.from([1, 1, 1, 1]));
  index.set(50_000, new Uint8Array());
  expect(tenths(result)).toEqual([1, 2, 3, 4]);
});

test("a vector whose scale is no number counts as no vector", () => {
  const broken = Uint8Array.from(axes[0] ?? []);
  new DataView(broken.buffer).setFloat32(0, Number.NaN, true);
  const index = indexOfAxes();
  index.set(0, broken);
  expect(tenths(index.search(ramp))).toEqual([0, 2, 3, 4]);
});

test("an index that grew row by row finds what one of the expected size finds", () => {
  const stored = Array.from({ length: 3_000 }, (_, row) =>
    quantise(Float32Array.from({ length: 100 }, (_, at) => Math.sin(row * 3.7 + at * at))),
  );
  const query = Float32Array.from({ length: 100 }, (_, at) => Math.cos(at));
  const grown = createVectorIndex(100);
  const emptyBytes = grown.bytes;
  for (const [position, bytes] of stored.entries()) grown.set(position, bytes);
  const built = indexOf(stored, 100);
  expect(grown.bytes).toBeGreaterThan(emptyBytes);
  expect(grown.search(query)).toEqual(built.search(query));
  const plain = plainScan(stored.map(readQuantised), query);
  const differences = built.search(query).map((score, row) => Math.abs(score - (plain[row] ?? 9)));
  expect(Math.max(...differences)).toBeLessThan(2e-3);
});

test("the closest vector scores highest", () => {
  const stored = [
    [1, 0],
    [0, 1],
    [0.6, 0.8],
  ].map((vector) => quantise(Float32Array.from(vector)));
  const scores = indexOf(stored, 2).search(Float32Array.from([0, 1]));
  expect(Array.from(scores, (score) => Math.round(score * 100))).toEqual([0, 100, 80]);
});

test("a vector of another length counts as no vector", () => {
  const stored = [quantise(Float32Array.from([1, 1, 1])), quantise(Float32Array.from([1, 0]))];
  const scores = indexOf(stored, 2).search(Float32Array.from([1, 0]));
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
  return fuse({ keyword, bundled, weights: { bundled: weight, provided: weight } });
}
