import { expect, test } from "vitest";
import { joinedWord } from "./joined-words.ts";
import { terms } from "./terms.ts";

test.each([
  ["log in", "login"],
  ["logging in", "logins"],
  ["set up", "setup"],
  ["backing up", "backups"],
  ["rolled back", "rollback"],
  ["call-outs", "callouts"],
  ["call-outs", "callout"],
  ["page_size", "pageSize"],
  ["node.js", "nodejs"],
  ["customisations", "customization"],
])("%s and %s have a term in common", (left, right) => {
  const others = new Set(terms(right));
  expect(terms(left).filter((term) => others.has(term))).not.toEqual([]);
});

test("two words that nobody writes as one stay two", () => {
  expect(joinedWord("pods", "in")).toBeUndefined();
  expect(joinedWord("log", "file")).toBeUndefined();
  expect(terms("defined in")).toEqual(terms("defined"));
});

test("numbers keep their points and dashes", () => {
  expect(terms("2.0")).not.toEqual(terms("20"));
  expect(terms("2026-11")).not.toContain("202611");
});
