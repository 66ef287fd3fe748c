import { expect, test } from "vitest";
import { plainScan } from "../../../../../test/plain-kernels.ts";
import { quantise, readQuantised } from "../quantise.ts";
import { createScan } from "./scan.ts";

function wave(length: number, seed: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => Math.sin(seed * 7.3 + at * (1 + seed / 11)));
}

function scanOf(dimensions: number, stored: Uint8Array[]) {
  const scan = createScan(dimensions, 0);
  scan.reserve(stored.length);
  for (const [row, bytes] of stored.entries()) scan.rows(row, row + 1).set(bytes);
  return scan;
}

test.each([1, 15, 16, 17, 100, 256, 1536])(
  "the kernel's products of rows with %i dimensions are the plain ones",
  (dimensions) => {
    const stored = Array.from({ length: 9 }, (_, row) => quantise(wave(dimensions, row)));
    const query = wave(dimensions, 4);
    const products = scanOf(dimensions, stored).products(query, stored.length);
    const plain = plainScan(stored.map(readQuantised), query);
    const tolerance = 1e-4 * Math.hypot(...query) * Math.sqrt(dimensions);
    for (const [row, product] of products.entries())
      expect(Math.abs(product - (plain[row] ?? Number.NaN))).toBeLessThan(tolerance);
  },
);

test("no rows give no products", () => {
  expect(createScan(256, 0).products(wave(256, 1), 0)).toHaveLength(0);
});

test("memory that grows keeps its rows, and every block of rows is scored", () => {
  const dimensions = 20;
  const scan = createScan(dimensions, 0);
  const before = scan.bytes;
  const count = 10_000;
  const stored = Array.from({ length: count }, (_, row) => quantise(wave(dimensions, row % 97)));
  for (const [row, bytes] of stored.entries()) {
    scan.reserve(row + 1);
    scan.rows(row, row + 1).set(bytes);
  }
  expect(scan.bytes).toBeGreaterThan(before);
  const query = wave(dimensions, 3);
  const products = scan.products(query, count);
  const plain = plainScan(stored.map(readQuantised), query);
  expect(products.every((product, row) => Math.abs(product - (plain[row] ?? 9)) < 1e-2)).toBe(true);
});

test("components at their limits do not overflow, in however many dimensions", () => {
  const dimensions = 20_000;
  const row = quantise(new Float32Array(dimensions).fill(-1));
  const query = new Float32Array(dimensions).fill(1);
  const [product] = scanOf(dimensions, [row]).products(query, 1);
  expect(product).toBeCloseTo(-dimensions, -1);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])(
  "a query with the component %d is close to nothing",
  (component) => {
    const scan = scanOf(3, [quantise(Float32Array.from([1, 1, 1]))]);
    expect([...scan.products(Float32Array.from([1, component, 1]), 1)]).toEqual([0]);
  },
);

test("rows that need more than 4 GiB are refused before memory is taken", () => {
  const scan = createScan(256, 1);
  const { bytes } = scan;
  expect(() => scan.reserve(17_000_000)).toThrow(
    "17000000 vectors of 256 dimensions need more than 4 GiB",
  );
  expect(scan.bytes).toBe(bytes);
});
