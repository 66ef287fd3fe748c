import { expect, test } from "vitest";
import { asksForWordList, isWordList } from "./rank.ts";

const glossary = { path: "docs/glossary.md", title: "Glossary" };

test.each([
  'What is meant by "operator"?',
  "What does revision mean?",
  "what is a passage?",
  "definition of thread",
])("the glossary keeps its place for: %s", (question) => {
  expect(asksForWordList(question)).toBe(true);
});

test.each(["How long may a reply be?", "Can readers change a question?"])(
  "the glossary steps back for: %s",
  (question) => {
    expect(asksForWordList(question)).toBe(false);
  },
);

test("glossaries and changelogs are lists, other pages are not", () => {
  expect(isWordList(glossary)).toBe(true);
  expect(isWordList({ path: "changelog.md", title: "History" })).toBe(true);
  expect(isWordList({ path: "keys.md", title: "Keys" })).toBe(false);
});

test("a question for what is new asks for the changelog", () => {
  expect(asksForWordList("What's new in version 2?")).toBe(true);
});
