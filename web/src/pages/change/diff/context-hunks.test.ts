import { expect, test } from "vitest";
import type { FileDiff } from "../../../../../src/contract/changes.ts";
import { belongsTo, contextHunks, linesOf } from "./context-hunks.ts";

const text = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);

/** Line 10 was added, and line 31 of the old text was taken away before what is line 32 now. */
const file: FileDiff = {
  path: "a.md",
  oldPath: "a.md",
  status: "modified",
  binary: false,
  additions: 1,
  deletions: 1,
  hunks: [
    {
      header: "@@ -9,2 +9,3 @@ Part",
      lines: [
        { kind: "context", text: "line 9", oldLine: 9, newLine: 9 },
        { kind: "added", text: "line 10", oldLine: null, newLine: 10 },
        { kind: "context", text: "line 11", oldLine: 10, newLine: 11 },
      ],
    },
    {
      header: "@@ -30,3 +31,2 @@",
      lines: [
        { kind: "context", text: "line 31", oldLine: 30, newLine: 31 },
        { kind: "removed", text: "gone", oldLine: 31, newLine: null },
        { kind: "context", text: "line 32", oldLine: 32, newLine: 32 },
      ],
    },
  ],
};

function shape(shown: [number, { top: number; bottom: number }][], known = true) {
  const { sections, tail } = contextHunks(file, known ? text : undefined, new Map(shown));
  return {
    sections: sections.map(({ gap, hunk }) => [gap?.hidden ?? 0, hunk.lines.length]),
    tail: tail?.hidden,
  };
}

test("without more context the hunks stay as they are", () => {
  expect(shape([])).toEqual({
    sections: [
      [8, 3],
      [19, 3],
    ],
    tail: 8,
  });
  expect(contextHunks(file, text, new Map()).sections[0]?.hunk).toBe(file.hunks[0]);
});

test("how much follows the last hunk is not known before the text is read", () => {
  expect(shape([], false).tail).toBeNull();
});

test("lines are shown after the hunk above and before the one below", () => {
  expect(shape([[1, { top: 5, bottom: 4 }]]).sections).toEqual([
    [8, 8],
    [10, 7],
  ]);
  const { sections } = contextHunks(file, text, new Map([[1, { top: 1, bottom: 1 }]]));
  expect(sections[0]?.hunk.lines.at(-1)).toEqual({
    kind: "context",
    text: "line 12",
    oldLine: 11,
    newLine: 12,
  });
  expect(sections[1]?.hunk.lines[0]).toMatchObject({ text: "line 30", oldLine: 29, newLine: 30 });
});

test("hunks that meet become one, and a whole file has no gap", () => {
  const all = { top: 1_000, bottom: 1_000 };
  expect(shape([[1, all]]).sections).toEqual([[8, 25]]);
  const whole = contextHunks(file, text, new Map([0, 1, 2].map((index) => [index, all])));
  expect(whole.tail).toBeUndefined();
  const lines = whole.sections.flatMap(({ hunk }) => hunk.lines);
  expect(lines.flatMap(({ newLine }) => newLine ?? [])).toEqual(text.map((_, index) => index + 1));
  expect(lines.flatMap(({ oldLine }) => oldLine ?? [])).toEqual(text.map((_, index) => index + 1));
  expect(lines.filter(({ kind }) => kind !== "removed").map((line) => line.text)).toEqual(text);
});

test("a text of another commit is noticed", () => {
  expect(belongsTo(file, text)).toBe(true);
  expect(belongsTo(file, ["new first line", ...text])).toBe(false);
});

test("a last line break makes no line", () => {
  expect(linesOf("a\r\nb\n")).toEqual(["a", "b"]);
  expect(linesOf("a\n\n")).toEqual(["a", ""]);
});
