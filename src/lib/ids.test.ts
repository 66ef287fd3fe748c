import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("an id is its prefix and 24 lower-case letters and digits", () => {
  expect(newId("key")).toMatch(/^key_[0-9a-z]{24}$/);
  expect(newId("thr")).toMatch(/^thr_[0-9a-z]{24}$/);
});

test("ids do not repeat, and use every letter about equally often", () => {
  const ids = Array.from({ length: 5_000 }, () => newId("msg"));
  expect(new Set(ids).size).toBe(ids.length);
  const counts = new Map<string, number>();
  for (const letter of ids.join("").replaceAll("msg_", ""))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(36);
  const expected = (5_000 * 24) / 36;
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(400);
});
