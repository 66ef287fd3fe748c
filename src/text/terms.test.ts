import { describe, expect, test } from "vitest";
import { termOf, terms, termsOfQuestion } from "./terms.ts";

test("stop words go and endings are cut", () => {
  expect(terms("How do I configure the settings?")).toEqual(["configur", "set"]);
});

test("id is a word of its own, not a short form", () => {
  expect(terms("What is the thread id?")).toEqual(["thread", "id"]);
});

test("a stop word has no term", () => {
  expect(termOf("the")).toBeUndefined();
  expect(termOf("pages")).toBe("page");
});

test("marks do not matter in an English text", () => {
  expect(terms("naïve cafés")).toEqual(terms("naive cafes"));
});

describe("each language by its own rules", () => {
  test("German question finds German text", () => {
    const text = new Set(terms("Die Größe der Häuser und die Einstellungen dafür", "de"));
    for (const term of terms("Wie groesse Haus Einstellung", "de")) expect(text).toContain(term);
  });

  test("French articles that are joined to a word do not hide it", () => {
    expect(terms("l'utilisateur d’une API", "fr")).toEqual(terms("utilisateur API", "fr"));
  });

  test("a stop word of one language is a word of another", () => {
    expect(termOf("die", "de")).toBeUndefined();
    expect(termOf("die", "en")).toBe("die");
    expect(termOf("the", "de")).toBe("the");
  });

  test("English words in Russian and Chinese text are cut as English ones", () => {
    expect(terms("Настройки для settings", "ru")).toEqual(["настройк", "set"]);
    expect(terms("設定方法 settings", "zh")).toEqual(["設定", "定方", "方法", "set"]);
  });
});

describe("a token of a question", () => {
  test("has one term for each way the index may hold it", () => {
    expect(termsOfQuestion("settings", ["en", "de"], "en")).toEqual(["set", "setting"]);
  });

  test("has one term where all languages agree", () => {
    expect(termsOfQuestion("docs.json", ["en", "de", "ru", "zh"], "en")).toEqual(["docsjson"]);
  });

  test("is dropped when it is a stop word of the question's language", () => {
    expect(termsOfQuestion("die", ["en", "de"], "de")).toEqual([]);
    expect(termsOfQuestion("the", ["de"], "en")).toEqual([]);
  });

  test("is kept when it is a stop word of another language of the index", () => {
    expect(termsOfQuestion("die", ["en", "de"], "en")).toEqual(["die"]);
  });

  test("has no term where the index holds only languages in which it is a stop word", () => {
    expect(termsOfQuestion("die", ["de"], "en")).toEqual([]);
  });

  test("is read in its own language when the index is empty", () => {
    expect(termsOfQuestion("häuser", [], "de")).toEqual(["haus"]);
  });
});
