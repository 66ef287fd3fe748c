import { expect, test } from "vitest";
import { markCitedLines, readLineRange } from "./mark-cited-lines.ts";

const page =
  '<h2 id="a" data-lines="1-1">A</h2><ul data-lines="3-6"><li data-lines="3-4">one</li><li class="x" data-lines="5-6">two</li></ul><p data-lines="8-9">three</p>';

test("of blocks within blocks the innermost that hold the lines are marked, and keep their classes", () => {
  expect(markCitedLines(page, { start: 5, end: 5 })).toBe(
    page.replace('<li class="x"', '<li class="x dx-cited"'),
  );
  expect(markCitedLines(page, { start: 4, end: 8 })).toBe(
    page
      .replace('<li data-lines="3-4"', '<li class="dx-cited" data-lines="3-4"')
      .replace('<li class="x"', '<li class="x dx-cited"')
      .replace("<p ", '<p class="dx-cited" '),
  );
});

const lists =
  '<ul data-lines="7-9"><li data-lines="7-9"><span data-lines="7-7">Outer<br>one</span><ul data-lines="8-9"><li data-lines="8-8">a</li><li data-lines="9-9">b</li></ul></li></ul>';
const row =
  '<table data-lines="2-2"><tr data-lines="2-2"><td data-lines="2-2">a</td><td data-lines="2-2">b</td></tr></table>';

function wordsMarked(html: string, start: number, end: number): string[] {
  const marked = markCitedLines(html, { start, end });
  return [...marked.matchAll(/<\w+ class="dx-cited"[^>]*>(.*?)<\/(?:span|li|td)>/g)].map(
    ([, words = ""]) => words,
  );
}

test("an item with a list below is marked by its own words, and neighbours of the same line all are", () => {
  expect(wordsMarked(lists, 7, 9)).toEqual(["Outer<br>one", "a", "b"]);
  expect(wordsMarked(lists, 7, 7)).toEqual(["Outer<br>one"]);
  expect(wordsMarked(row, 2, 2)).toEqual(["a", "b"]);
});

test("lines that no block came from mark nothing", () => {
  expect(markCitedLines(page, { start: 20, end: 30 })).toBe(page);
  expect(markCitedLines("", { start: 1, end: 2 })).toBe("");
});

test("what an address says of lines is taken only as lines", () => {
  expect(readLineRange("12-18")).toEqual({ start: 12, end: 18 });
  expect(readLineRange("7")).toEqual({ start: 7, end: 7 });
  for (const text of [null, "", "0-2", "5-2", "1-2-3", "a", "-1", "99999999", "1–2"])
    expect(readLineRange(text), String(text)).toBeUndefined();
});
