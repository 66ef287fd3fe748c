import { expect, test } from "vitest";
import { labelledPlaces, linePath, summed, ticksUpTo } from "./plot-scale.ts";

test("ticks are round, begin at nothing and reach above the largest value", () => {
  expect(ticksUpTo(0)).toEqual([0, 1]);
  expect(ticksUpTo(Number.NaN)).toEqual([0, 1]);
  expect(ticksUpTo(1, { isWhole: true })).toEqual([0, 1]);
  expect(ticksUpTo(3, { isWhole: true })).toEqual([0, 1, 2, 3]);
  expect(ticksUpTo(97)).toEqual([0, 25, 50, 75, 100]);
  expect(ticksUpTo(0.0031)).toEqual([0, 0.001, 0.002, 0.003, 0.004]);
  for (let largest = 1; largest < 5_000; largest += 7) {
    const ticks = ticksUpTo(largest, { isWhole: true });
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});

test("the first and the last place are always named", () => {
  expect(labelledPlaces(3, 5)).toEqual([0, 1, 2]);
  expect(labelledPlaces(30, 4)).toEqual([0, 10, 19, 29]);
  expect(labelledPlaces(0, 4)).toEqual([]);
});

test("columns put together lose nothing", () => {
  expect(summed([1, 2, 3, 4, 5], 2)).toEqual([3, 7, 5]);
});

test("a line is broken where nothing was measured", () => {
  expect(linePath([{ x: 0, y: 1 }, { x: 1, y: 2 }, null, { x: 3, y: 4 }])).toBe("M0 1L1 2M3 4");
});
