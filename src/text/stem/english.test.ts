import { expect, test } from "vitest";
import { stemEnglish } from "./english.ts";

test.each([
  ["caresses", "caress"],
  ["ponies", "poni"],
  ["cats", "cat"],
  ["agreed", "agre"],
  ["feed", "feed"],
  ["plastered", "plaster"],
  ["bled", "bled"],
  ["motoring", "motor"],
  ["sing", "sing"],
  ["conflated", "conflat"],
  ["troubled", "troubl"],
  ["sized", "size"],
  ["hopping", "hop"],
  ["falling", "fall"],
  ["failing", "fail"],
  ["filing", "file"],
  ["happy", "happi"],
  ["sky", "sky"],
  ["relational", "relat"],
  ["conditional", "condit"],
  ["rational", "ration"],
  ["digitizer", "digit"],
  ["operator", "oper"],
  ["hopefulness", "hope"],
  ["sensibiliti", "sensibl"],
  ["triplicate", "triplic"],
  ["electrical", "electr"],
  ["goodness", "good"],
  ["replacement", "replac"],
  ["adoption", "adopt"],
  ["communism", "commun"],
  ["effective", "effect"],
  ["probate", "probat"],
  ["rate", "rate"],
  ["controll", "control"],
  ["roll", "roll"],
])("%s is cut to %s", (word, expected) => {
  expect(stemEnglish(word)).toBe(expected);
});

test("forms of one word meet", () => {
  const stems = ["connect", "connected", "connecting", "connection", "connections"].map(
    stemEnglish,
  );
  expect(new Set(stems).size).toBe(1);
});

test("anything but a plain lower-case word is left alone", () => {
  for (const word of ["docs.json", "naïve", "v12", "is", "設定"])
    expect(stemEnglish(word)).toBe(word);
});
