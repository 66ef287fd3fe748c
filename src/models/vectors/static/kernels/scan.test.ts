import { expect, test } from "vitest";
import { plainScan } from "../../../../../test/plain-kernels.ts";
import { quantise, readQuantised } from "../quantise.ts";
import { createScan } from "./scan.ts";

function wave(length: number, seed: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => Math.sin(seed * 7.3 + at * (1 + seed / 11)));
}

function productsOf(dimensions: number, stored: Uint8Array[], query: Float32Array): Float32Array {
  const scan = createScan(dimensions);
  const rows = new Uint8Array(stored.length * scan.rowBytes);
  for (const [row, bytes] of stored.entries()) rows.set(bytes, row * scan.rowBytes);
  const products = new Float32Array(stored.length);
  scan.products(query, rows, products);
  return products;
}

test.each([1, 15, 16, 17, 100, 256, 1536])(
  "the kernel's products of rows with %i dimensions are the plain ones",
  (dimensions) => {
    const stored = Array.from({ length: 9 }, (_, row) => quantise(wave(dimensions, row)));
    const query = wave(dimensions, 4);
    const products = productsOf(dimensions, stored, query);
    const plain = plainScan(stored.map(readQuantised), query);
    const tolerance = 1e-4 * Math.hypot(...query) * Math.sqrt(dimensions);
    for (const [row, product] of products.entries())
      expect(Math.abs(product - (plain[row] ?? Number.NaN))).toBeLessThan(tolerance);
  },
);

test("every block of rows is scored", () => {
  const count = 2_000;
  const stored = Array.from({ length: count }, (_, row) => quantise(wave(20, row % 97)));
  const query = wave(20, 3);
  const plain = plainScan(stored.map(readQuantised), query);
  const products = productsOf(20, stored, query);
  expect(products.every((product, row) => Math.abs(product - (plain[row] ?? 9)) < 1e-2)).toBe(true);
});

test("components at their limits do not overflow, in however many dimensions", () => {
  const dimensions = 20_000;
  const row = quantise(new Float32Array(dimensions).fill(-1));
  const query = new Float32Array(dimensions).fill(1);
  const [product] = productsOf(dimensions, [row], query);
  expect(product).toBeCloseTo(-dimensions, -1);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])(
  "a query with the component %d is close to nothing",
  (component) => {
    const row = quantise(Float32Array.from([1, 1, 1]));
    expect([...productsOf(3, [row], Float32Array.from([1, component, 1]))]).toEqual([0]);
  },
);
