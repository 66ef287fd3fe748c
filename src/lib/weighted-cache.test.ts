import { expect, test } from "vitest";
import { createWeightedCache } from "./weighted-cache.ts";

test("what was used longest ago makes room", () => {
  const cache = createWeightedCache<string>(10);
  cache.set("a", "A", 4);
  cache.set("b", "B", 4);
  expect(cache.get("a")).toBe("A");
  cache.set("c", "C", 4);
  expect(["a", "b", "c"].map(cache.get)).toEqual(["A", undefined, "C"]);
  cache.set("c", "CC", 6);
  expect(["a", "c"].map(cache.get)).toEqual(["A", "CC"]);
  cache.delete("a");
  expect(cache.get("a")).toBeUndefined();
});

test("what is heavier than all there is room for is kept alone", () => {
  const cache = createWeightedCache<string>(10);
  cache.set("a", "A", 1);
  cache.set("b", "B", 11);
  expect(["a", "b"].map(cache.get)).toEqual([undefined, "B"]);
  cache.set("c", "C", 1);
  expect(["b", "c"].map(cache.get)).toEqual([undefined, "C"]);
});
