import { expect, test } from "vitest";
import { proseWords } from "./prose.ts";

test("words come in lower case, with the apostrophe that joins them", () => {
  expect(proseWords("L'utilisateur, le (Vrai) !", 10)).toEqual(["l'", "utilisateur", "le", "vrai"]);
});

test("code, links, tags, placeholders and identifiers are left out", () => {
  const text =
    "Run `npm ci` [here](https://a.example/b) <Card title='x'> {name} page_size aB v12 now.";
  expect(proseWords(text, 20)).toEqual(["run", "here", "now"]);
});

test("fenced lines are left out, also when nothing closes the fence", () => {
  expect(proseWords("one\n~~~\ntwo\n~~~\nthree\n```\nfour", 10)).toEqual(["one", "three"]);
});

test("no more words are read than asked for, give or take one chunk", () => {
  expect(proseWords("word ".repeat(1000), 50)).toHaveLength(50);
});
