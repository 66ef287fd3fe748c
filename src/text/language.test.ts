import { expect, test } from "vitest";
import { languageOfTag } from "./language.ts";

test.each([
  ["de", "de"],
  ["pt-BR", "pt"],
  ["zh_Hans_CN", "zh"],
  ["ES-419", "es"],
  ["nb-NO", "no"],
  ["jp", "ja"],
  [" fr ", "fr"],
])("%s is %s", (tag, language) => {
  expect(languageOfTag(tag)).toBe(language);
});

test.each(["", "x", "hu", "deutsch", "de/AT", "constructor", "../de", "e".repeat(100_000)])(
  "%s is no language we know",
  (tag) => {
    expect(languageOfTag(tag)).toBeUndefined();
  },
);
