import { expect, test } from "vitest";
import { shortened } from "./step-events.ts";

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

test("many long texts together are bounded, and no character is cut in half", () => {
  const many = Array.from({ length: 90 }, () => ({
    old: "x".repeat(3_999),
    new: "y".repeat(3_999),
  }));
  expect(JSON.stringify(shortened({ edits: many })).length).toBeLessThan(120_000);
  const cut = shortened(`${"x".repeat(3_999)}😀`);
  expect(typeof cut === "string" && cut.isWellFormed()).toBe(true);
});
