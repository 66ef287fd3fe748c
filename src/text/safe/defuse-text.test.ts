import { expect, test } from "vitest";
import { defuseTitle, oneLine } from "./defuse-text.ts";

test("a line has single blanks and nothing hidden", () => {
  expect(oneLine(" a\u00a0\u3000\n\tb\u200b\ufeff ")).toBe("a b");
});

test("names and numbers in a title are code, and code stays", () => {
  expect(defuseTitle("Mend #1 and GH-2 for @ada in `@acme/docs`")).toBe(
    "Mend `#1` and `GH-2` for `@ada` in `@acme/docs`",
  );
  expect(defuseTitle("Explain C# 12 and a@b.c [skip ci]")).toBe(
    "Explain C# 12 and a@b.c (skip ci)",
  );
});

test("a title closes no issue", () => {
  expect(defuseTitle("Fixes https://github.com/o/r/issues/1")).toBe(
    "Fixes <https://github.com/o/r/issues/1",
  );
  expect(defuseTitle("Fixes GH-1 and closes `#3`, resolves  a/b#4")).toBe(
    "Fixes <`GH-1` and closes `# 3`, resolves a/b# 4",
  );
});

test("backticks without a partner open no code, and a title is defused once", () => {
  expect(defuseTitle("a `@ada")).toBe("a `@ada`");
  for (const title of ["a `@ada", "``@a`` b", "`a`@b", "```#1`", "@a`#2`@b", "Fixes #1 GH-2"])
    expect(defuseTitle(defuseTitle(title))).toBe(defuseTitle(title));
});
