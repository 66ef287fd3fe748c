import { expect, test } from "vitest";
import { listFactor } from "./word-list.ts";

const glossary = { path: "docs/glossary.md", title: "Glossary" };

test.each([
  'What is meant by "operator"?',
  "What does revision mean?",
  "what is a passage?",
  "definition of thread",
])("the glossary keeps its place for: %s", (question) => {
  expect(listFactor(glossary, question)).toBe(1);
});

test.each(["How long may a reply be?", "Can readers change a question?"])(
  "the glossary steps back for: %s",
  (question) => {
    expect(listFactor(glossary, question)).toBeLessThan(1);
  },
);

test("other pages keep their place", () => {
  expect(listFactor({ path: "keys.md", title: "Keys" }, "How do I revoke a key?")).toBe(1);
});

test("a changelog steps back too", () => {
  const page = { path: "changelog.md", title: "Changelog" };
  expect(listFactor(page, "How do I revoke a key?")).toBeLessThan(1);
  expect(listFactor(page, "What's new in version 2?")).toBe(1);
});
