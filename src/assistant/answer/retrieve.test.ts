import { expect, test } from "vitest";
import { standing } from "./retrieve.ts";

const before = ["How do I create a key?"];

test.each([
  "And how do I revoke it?",
  "what about private projects?",
  "How about a second domain on the same server installation?",
  "How do I revoke it?",
  "Can they expire?",
  "  but why not in a browser",
])("%j leans on what was asked before", (question) => {
  expect(standing(question, before)).toEqual({ earlier: before, weight: 0.6 });
});

test.each(["Expiry?", "Why?", "In Python?"])("%j is too short to stand alone", (question) => {
  expect(standing(question, before)).toEqual({ earlier: before, weight: 0.3 });
});

test.each([
  "How do I configure trusted proxies behind nginx?",
  "Which PostgreSQL versions work when this server runs in a container with a volume?",
  "Where are android downloads and order totals documented?",
])("%j stands alone", (question) => {
  expect(standing(question, before)).toEqual({ earlier: [], weight: 0 });
});

test("a first question leans on nothing, however short", () => {
  expect(standing("And it?", [])).toEqual({ earlier: [], weight: 0 });
});

test("only the last two questions count", () => {
  expect(standing("and it?", ["one", "two", "three"]).earlier).toEqual(["two", "three"]);
});
