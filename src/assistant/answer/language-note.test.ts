import { expect, test } from "vitest";
import { languageNote } from "./language-note.ts";

test.each([
  ["de", "The docs have this only in German.\n\n"],
  ["pt-br", "The docs have this only in Brazilian Portuguese.\n\n"],
  ["zh_Hans", "The docs have this only in Simplified Chinese.\n\n"],
  ["other", "The docs have this only in another language.\n\n"],
  ["<b>x</b>", "The docs have this only in another language.\n\n"],
  [undefined, ""],
])("%j: %j", (otherLanguage, sentence) => {
  expect(languageNote({ otherLanguage, evidence: "partly" })).toBe(sentence);
});

test("where nothing is answered nothing is said of it", () => {
  expect(languageNote({ otherLanguage: "de", evidence: "none" })).toBe("");
});
