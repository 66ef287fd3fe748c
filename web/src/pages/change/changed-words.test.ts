import { expect, test } from "vitest";
import { changedWords, type Range } from "./changed-words.ts";

function words(before: string, after: string) {
  const cut = (text: string) => (ranges: Range[]) =>
    ranges.map(({ start, end }) => text.slice(start, end));
  const changed = changedWords(before, after);
  return [cut(before)(changed.before), cut(after)(changed.after)];
}

test("each replaced word is found, and nothing between them", () => {
  expect(
    words(
      "Every workspace has one; see the workspace page",
      "Every project has one; see the project page",
    ),
  ).toEqual([
    ["workspace", "workspace"],
    ["project", "project"],
  ]);
});

test("whole words are told, not the letters they share", () => {
  expect(words("it is a testing matter", "it is a tasting matter")).toEqual([
    ["testing"],
    ["tasting"],
  ]);
});

test("neighbouring words are one change", () => {
  expect(words("open the old menu now please", "open the very new menu now please")).toEqual([
    ["old"],
    ["very new"],
  ]);
});

test("what was only added leaves the old line unmarked", () => {
  expect(words("See the guide.", "See the guide and the page.")).toEqual([[], [" and the page"]]);
});

test("different lines carry no marks", () => {
  expect(words("abc def", "123 456")).toEqual([[], []]);
  expect(words("", "new")).toEqual([[], []]);
});

test("very long lines take no long time", () => {
  const line = (word: string) => Array(900).fill(`${word} x`).join(" ");
  const started = performance.now();
  changedWords(`same start here ${line("a")} end`, `same start here ${line("b")} end`);
  expect(performance.now() - started).toBeLessThan(300);
});
