import { expect, test } from "vitest";
import { createWordTable, hashed, noHash } from "./word-table.ts";

function placeOf(text: string, start = 0, end = text.length) {
  const letters = Buffer.from(text.slice(start, end).toLowerCase());
  return { start, end, hash: letters.reduce(hashed, noHash) };
}

test("a word is found wherever it stands and in any case, and no other word", () => {
  const table = createWordTable();
  table.add("Token", placeOf("Token"), [7, 8]);
  table.add("to", placeOf("to"), [9]);
  expect(table.find("a TOKEN!", placeOf("a TOKEN!", 2, 7))).toEqual([7, 8]);
  expect(table.find("token", placeOf("token", 0, 2))).toEqual([9]);
  expect(table.find("token", placeOf("token", 0, 4))).toBeUndefined();
  expect(table.find("taken", placeOf("taken"))).toBeUndefined();
});

test("of more words than it keeps, each that it finds has its own tokens", () => {
  const table = createWordTable();
  const words = Array.from({ length: 120_000 }, (_, number) => `word${number.toString(36)}x`);
  for (const [number, word] of words.entries()) table.add(word, placeOf(word), [number]);
  const found = words.map((word) => table.find(word, placeOf(word)));
  expect(found.every((ids, number) => ids === undefined || ids[0] === number)).toBe(true);
  expect(found.filter((ids) => ids !== undefined).length).toBeGreaterThan(15_000);
});
