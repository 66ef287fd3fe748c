import { expect, test } from "vitest";
import type { Passage } from "../../search/hit.ts";
import { numberPassages, shownPassage } from "./numbered-passages.ts";

test("a passage keeps its number, and a new one gets the next", () => {
  const passages = numberPassages([passage("a.md", 1), passage("b.md", 1)]);
  expect(passages.add(passage("b.md", 1))).toBe(2);
  expect(passages.add(passage("b.md", 5))).toBe(3);
  expect(passages.add(passage("b.md", 5))).toBe(3);
  expect(passages.list.map(({ path, startLine }) => `${path}:${startLine}`)).toEqual([
    "a.md:1",
    "b.md:1",
    "b.md:5",
  ]);
});

test("paths and lines that look alike when joined are kept apart", () => {
  const passages = numberPassages([passage("1-2 a.md", 1)]);
  expect(passages.add(passage("a.md", 1))).toBe(2);
});

test("the model sees a passage's place and text, and nothing of its metadata", () => {
  expect(shownPassage(7, passage("a.md", 3))).toEqual({
    number: 7,
    page: "Page",
    path: "a.md",
    section: "Top > Below",
    text: "Some text.",
  });
});

function passage(path: string, startLine: number): Passage {
  return {
    id: `${path}:${startLine}`,
    path,
    title: "Page",
    description: "",
    headings: ["Top", "Below"],
    anchor: "below",
    laterHeadings: [],
    startLine,
    endLine: startLine + 1,
    content: "Some text.",
    text: "Some text.",
    metadata: { secret: "of the page" },
    address: "",
    baseUrl: "",
    section: [],
  };
}
