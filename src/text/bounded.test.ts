import { expect, test } from "vitest";
import { cutText, firstOf, fitting } from "./bounded.ts";

test("a text is cut between characters", () => {
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("abcd", 3)).toBe("abc…");
  expect(cutText("ab😀", 3, " (cut)").isWellFormed()).toBe(true);
});

test("of a long list the first items are told, and how many are left", () => {
  expect(firstOf([1, 2], 2)).toEqual([1, 2]);
  expect(firstOf([1, 2, 3, 4], 2)).toEqual([1, 2, "and 2 more"]);
});

test("items are taken while they fit together", () => {
  expect(fitting(["ab", "c", "de"], 3, (text) => text.length)).toEqual(["ab", "c"]);
  expect(fitting(["ab", "c"], 3, (text) => text.length)).toEqual(["ab", "c"]);
  expect(fitting(["abcd", "c"], 3, (text) => text.length)).toEqual([]);
});
