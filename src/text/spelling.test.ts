import { expect, test } from "vitest";
import { commonSpelling } from "./spelling.ts";
import { terms } from "./terms.ts";

test.each([
  ["licence", "license"],
  ["behaviour", "behavior"],
  ["coloured", "colored"],
  ["customisation", "customization"],
  ["initialised", "initialized"],
  ["analysing", "analyzing"],
])("%s is compared as %s", (british, american) => {
  expect(commonSpelling(british)).toBe(american);
  expect(terms(british)).toEqual(terms(american));
});

test.each(["otherwise", "raise", "promise", "hour", "four", "your", "analysis", "noise", "color"])(
  "%s stays as it is",
  (word) => {
    expect(commonSpelling(word)).toBe(word);
  },
);
