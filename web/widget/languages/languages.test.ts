import { expect, test } from "vitest";
import { loaderLanguages } from "../loader/loader-words.ts";
import { pageToolLanguages } from "../loader/page-tool-words.ts";
import en from "./en.ts";
import { languageFor, languages } from "./language-for.ts";
import { loadWords } from "./load-words.ts";

const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

test.each(languages)("%s says everything, with the same places to fill in", async (language) => {
  const words = await loadWords(language);
  expect(Object.keys(words)).toEqual(Object.keys(en));
  for (const [key, text] of Object.entries(words)) {
    expect(text.trim(), key).not.toBe("");
    expect(places(text), key).toEqual(places(Reflect.get(en, key)));
  }
});

test("no language repeats another one's sentences", async () => {
  const all = await Promise.all(languages.map(loadWords));
  const sentences = all.map((words) => words.problem_offline);
  expect(new Set(sentences).size).toBe(languages.length);
});

test("the buttons speak the same languages as the panel", () => {
  expect(pageToolLanguages().toSorted()).toEqual(languages.toSorted());
  expect(loaderLanguages().toSorted()).toEqual(languages.toSorted());
});

test("the language is the first of those asked for that there is", () => {
  expect(languageFor(["pt-BR", "en"])).toBe("pt");
  expect(languageFor([undefined, "", "tlh", "zh_Hant"])).toBe("zh");
  expect(languageFor(["sv"])).toBe("en");
});
