import { expect, test } from "vitest";
import { inBatches, nextSize } from "./in-batches.ts";

test("work goes on batch by batch until nothing is left", async () => {
  let left = 33;
  const sizes: number[] = [];
  await inBatches(async (size) => {
    sizes.push(Math.min(size, left));
    left -= size;
    return left > 0;
  });
  expect(sizes.reduce((sum, size) => sum + size)).toBe(33);
});

test("a batch that took long is followed by a smaller one, a short one by a larger", () => {
  expect([nextSize(40, 50), nextSize(40, 1), nextSize(40, 8)]).toEqual([20, 80, 40]);
  expect([nextSize(6, 50), nextSize(90, 1)]).toEqual([5, 100]);
});

test("work that is told to stop does no more", async () => {
  const stopping = new AbortController();
  let batches = 0;
  await inBatches(async () => {
    batches += 1;
    if (batches === 2) stopping.abort();
    return true;
  }, stopping.signal);
  expect(batches).toBe(2);
});
