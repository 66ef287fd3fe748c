import { expect, test } from "vitest";
import { fold } from "./fold.ts";
import { languages } from "./language.ts";
import { stopWordLists, stopWordsOf } from "./stop-words.ts";

test("a stop word is known with and without its marks", () => {
  expect(stopWordsOf("de").has(fold("für"))).toBe(true);
  expect(stopWordsOf("de").has("fur")).toBe(true);
  expect(stopWordsOf("pt").has("nao")).toBe(true);
});

test("a language without a list has English stop words", () => {
  expect(stopWordsOf("zh")).toBe(stopWordsOf("en"));
  expect(stopWordsOf("other").has("the")).toBe(true);
});

test("the English word die is a stop word in German alone", () => {
  expect(stopWordsOf("de").has("die")).toBe(true);
  expect(stopWordsOf("en").has("die")).toBe(false);
});

test.each(languages)("%s: no word of the list is empty or stands there twice", (language) => {
  const words = (stopWordLists[language] ?? "the").trim().split(/\s+/);
  expect(words).toEqual([...new Set(words)]);
  expect(stopWordsOf(language).has("")).toBe(false);
});
