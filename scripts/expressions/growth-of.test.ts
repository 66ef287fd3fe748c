import { expect, test } from "vitest";
import { growthOf, mayGrow } from "./growth-of.ts";

test.each([
  [/^\s*\w/, "is tried at one place"],
  [/#[^\n]*/g, "has nothing behind its loop"],
  [/a{1,300}b/, "ends soon"],
])("%s needs no checker: it %s", ({ source, flags }) => {
  expect(mayGrow(source, flags)).toBe(false);
});

test.each([
  [/(?<!\/)\/+$/, "begins at the first sign of a run"],
  [/(?<![ \t])[ \t]*\n/g, "begins at a run or has none"],
  [/"[^"]*"|'[^']*'x/, "has two arms"],
  [/\b\w+:/, "begins at a word"],
  [/^[a-z]+:[A-Z]+$/i, "has two loops that share nothing"],
  [/^(?:a{1,300}b)+$/, "repeats a group in one way"],
  [/a{1,300}b[^c]{1,300}c/, "multiplies nothing"],
])("%s is linear: it %s", async ({ source, flags }) => {
  expect(mayGrow(source, flags)).toBe(true);
  expect(await growthOf(source, flags)).toBe("linear");
});

test.each([
  [/\/+$/, "2nd degree"],
  [/(?<!a)b+c/, "2nd degree"],
  [/\w+(?=:)/, "2nd degree"],
  [/\d+(?!\w)/, "2nd degree"],
  [/^(a+)+$/, "exponential"],
  [/^(?:a|aa)*$/, "exponential"],
  [/^([-*])(?:[ ]*\1[ ]*){3,}$/, ""],
  [/^[^\n]*:/gm, "2nd degree"],
  [/X+$/i, "2nd degree"],
  [/[\p{L}--[a-z]]+$/v, "2nd degree"],
  [/a{1,300}[ab]{1,300}c/, "multiply"],
])("%s is not: %s", async ({ source, flags }, reason) => {
  const growth = await growthOf(source, flags);
  expect(growth).toEqual({ reason: expect.stringContaining(reason) });
});
