import { expect, test } from "vitest";
import { termOf, terms } from "./terms.ts";

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
