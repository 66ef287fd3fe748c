import { expect, test } from "vitest";
import { testQuery as query, rankByWords, testIndex } from "../../../test/search-index.ts";
import { questionWords } from "./question-words.ts";

const index = testIndex([
  { path: "a.md", texts: ["Set the filename of the export."] },
  { path: "b.md", texts: ["The time zone is that of the server.", "Dark mode."] },
  { path: "c.md", texts: ["Nothing of that sort.", "The titleDelimiter option."] },
]);

test("two words that the docs write as one are one compound", () => {
  expect(questionWords(index, "change file name")).toEqual([
    { whole: "change", parts: [] },
    { whole: "filename", parts: ["file", "name"], guess: "whole" },
  ]);
});

test("a word that the docs write as two has them as its parts", () => {
  expect(questionWords(index, "timezone")).toEqual([
    { whole: "timezone", parts: ["time", "zone"], guess: "parts" },
  ]);
});

test("words that the docs know, or that are not made of known ones, stay", () => {
  expect(questionWords(index, "export kubernetes")).toEqual([
    { whole: "export", parts: [] },
    { whole: "kubernetes", parts: [] },
  ]);
});

test.each([
  ["file name", "a.md"],
  ["timezone", "b.md"],
  ["time-zone", "b.md"],
  ["title delimiter", "c.md"],
  ["titleDelimiter", "c.md"],
])("the search for %s finds its page", (text, path) => {
  expect(rankByWords(index, query(text))[0]?.path).toBe(path);
});

test("of a very long question the words at both ends count", () => {
  const long = Array.from({ length: 2_000 }, (_, place) => `${"x".repeat(30)}q${place}`);
  const found = questionWords(index, ["timezone", ...long, "timezone"].join(" "));
  expect(found).toHaveLength(600);
  expect([found.at(0)?.parts, found.at(-2)?.parts]).toEqual([["time", "zone"], []]);
  expect(found.at(-1)?.whole).toBe("timezone");
});
