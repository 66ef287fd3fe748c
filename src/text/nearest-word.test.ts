import { expect, test } from "vitest";
import { didYouMean, nearestWord } from "./nearest-word.ts";

const commands = ["serve", "sync", "ask", "keys", "doctor", "projects list", "projects add"];

test.each([
  ["serv", "serve"],
  ["sevre", "serve"],
  ["SYNC", "sync"],
  ["aks", "ask"],
  ["doc", "doctor"],
  ["project list", "projects list"],
])("%s is taken for %s", (typed, meant) => {
  expect(nearestWord(typed, commands)).toBe(meant);
});

test.each(["frobnicate", "", "x".repeat(1_000), "zz"])("%j is near to nothing", (typed) => {
  expect(nearestWord(typed, commands)).toBeUndefined();
  expect(didYouMean(typed, commands)).toBe("");
});

test("the sentence names what was meant", () => {
  expect(didYouMean("kyes", commands)).toBe(' (did you mean "keys"?)');
});
