import { expect, test } from "vitest";
import { shortened } from "./shortened.ts";

test("short values stay as they are", () => {
  const value = { path: "a.md", lines: [1, 2, null, true], nested: { text: "x" } };
  expect(shortened(value)).toEqual(value);
});

test("long texts, long lists and deep values are cut and say so", () => {
  expect(shortened("x".repeat(5_000))).toBe(`${"x".repeat(4_000)}… (1000 more characters)`);
  expect(shortened(Array.from({ length: 150 }, (_, index) => index))).toEqual([
    ...Array.from({ length: 100 }, (_, index) => index),
    "… 50 more",
  ]);
  let deep: unknown = "end";
  for (let depth = 0; depth < 10_000; depth++) deep = [deep];
  expect(JSON.stringify(shortened(deep)).length).toBeLessThan(50);
});
