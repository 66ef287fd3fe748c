import { expect, test } from "vitest";
import { diffRows, type Hunk, pairRows } from "./diff-rows.ts";

const line = (kind: "context" | "added" | "removed", text: string) => ({
  kind,
  text,
  oldLine: kind === "added" ? null : 1,
  newLine: kind === "removed" ? null : 1,
});

function hunk(...lines: Hunk["lines"]): Hunk {
  return { header: "@@", lines };
}

test("removed lines stand beside the added lines that follow them", () => {
  const rows = diffRows(
    hunk(
      line("context", "a"),
      line("removed", "b"),
      line("removed", "c"),
      line("added", "B"),
      line("context", "d"),
      line("added", "e"),
      line("removed", "f"),
    ),
    "x.txt",
  );
  const sides = pairRows(rows).map(({ left, right }) => [left?.text, right?.text]);
  expect(sides).toEqual([
    ["a", "a"],
    ["b", "B"],
    ["c", undefined],
    ["d", "d"],
    [undefined, "e"],
    ["f", undefined],
  ]);
});

test("only the words that changed are marked", () => {
  const rows = diffRows(
    hunk(line("removed", "Open the workspace menu"), line("added", "Open the project menu")),
    "x.txt",
  );
  const marked = rows.map(({ tokens }) => tokens.find(({ isMarked }) => isMarked)?.text);
  expect(marked).toEqual(["workspace", "project"]);
});

test("lines with little in common carry no marks", () => {
  const rows = diffRows(hunk(line("removed", "abcdefgh"), line("added", "12345678")), "x.txt");
  expect(rows.flatMap(({ tokens }) => tokens).some(({ isMarked }) => isMarked)).toBe(false);
});

test("the text of every line is kept", () => {
  const lines = [line("context", "# T"), line("removed", "`a` b"), line("added", "`a` [c](d)")];
  const rows = diffRows(hunk(...lines), "x.mdx");
  expect(rows.map(({ tokens }) => tokens.map(({ text }) => text).join(""))).toEqual(
    lines.map(({ text }) => text),
  );
});
