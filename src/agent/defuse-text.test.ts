import { expect, test } from "vitest";
import { defuseCommitText, defuseTitle, plainText } from "./defuse-text.ts";

test("plain text has no control characters and nothing that turns it round", () => {
  expect(plainText("a\r\nb\rc\u0000\u001b[31m\u202ed\u2066e\ud800\u{e0041}")).toBe(
    "a\nb\nc[31mde\ufffd",
  );
  expect(plainText("ab\tc\u200f")).toBe("ab\tc\u200f");
});

test("a commit message mentions nobody, closes nothing and switches nothing off", () => {
  expect(defuseCommitText("Ask @ada, a@b.c and `@acme/docs`")).toBe(
    "Ask @ ada, a@b.c and `@ acme/docs`",
  );
  expect(defuseCommitText("Fixes #1, a/b#2\nclosed: https://x.y/issues/3\nResolve GH-4")).toBe(
    "Fixes # 1, a/b# 2\nclosed: <https://x.y/issues/3\nResolve <GH-4",
  );
  expect(defuseCommitText("[skip ci] [CI Skip] [no ci]\nskip-checks: true")).toBe(
    "(skip ci) (CI Skip) (no ci)\nskip-checks true",
  );
});

test("names and numbers in a title are code, and code stays", () => {
  expect(defuseTitle("Fix #1 for @ada in `@acme/docs`")).toBe(
    "Fix `#1` for `@ada` in `@acme/docs`",
  );
  expect(defuseTitle("Explain C# 12 and a@b.c [skip ci]")).toBe(
    "Explain C# 12 and a@b.c (skip ci)",
  );
});
