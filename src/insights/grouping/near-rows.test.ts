import { expect, test } from "vitest";
import { createNearRows, dropRow, nearRows, putRow } from "./near-rows.ts";

const dimensions = 32;

/** Directions that lie together in bundles, as questions do. */
function direction(seed: number): Float32Array {
  const vector = Float32Array.from(
    { length: dimensions },
    (_, at) => Math.sin((seed % 300) * 12.9898 + at * 78.233) + 0.2 * Math.sin(seed * 3.7 + at),
  );
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

test("rows are found by what they are near to, and not after they were dropped", () => {
  const rows = createNearRows(dimensions);
  for (let row = 0; row < 100; row += 1) putRow(rows, row, direction(row));
  expect(nearRows(rows, direction(7), 0.9)[0]?.row).toBe(7);
  dropRow(rows, 7);
  expect(nearRows(rows, direction(7), 0.9).map(({ row }) => row)).not.toContain(7);
});

test("among many rows the nearest is nearly always found", () => {
  const rows = createNearRows(dimensions);
  const size = 6_000;
  for (let row = 0; row < size; row += 1) putRow(rows, row, direction(row));
  expect(rows.pivots).toBeGreaterThan(0);
  let found = 0;
  for (let row = 0; row < size; row += 60)
    if ((nearRows(rows, direction(row), 0.8)[0]?.product ?? 0) > 0.95) found += 1;
  expect(found).toBeGreaterThan(95);
});
