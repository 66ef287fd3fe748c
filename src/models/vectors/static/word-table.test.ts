import { expect, test } from "vitest";
import { createWordTable } from "./word-table.ts";

test("a word is found wherever it stands and in any case, and no other word", () => {
  const table = createWordTable();
  table.add("Token", 0, 5, [7, 8]);
  table.add("to", 0, 2, [9]);
  expect(table.find("a TOKEN!", 2, 7)).toEqual([7, 8]);
  expect(table.find("token", 0, 2)).toEqual([9]);
  expect(table.find("token", 0, 4)).toBeUndefined();
  expect(table.find("taken", 0, 5)).toBeUndefined();
});

test("of more words than it keeps, each that it finds has its own tokens", () => {
  const table = createWordTable();
  const words = Array.from({ length: 120_000 }, (_, number) => `word${number.toString(36)}x`);
  for (const [number, word] of words.entries()) table.add(word, 0, word.length, [number]);
  const found = words.map((word) => table.find(word, 0, word.length));
  expect(found.every((ids, number) => ids === undefined || ids[0] === number)).toBe(true);
  expect(found.filter((ids) => ids !== undefined).length).toBeGreaterThan(15_000);
});
