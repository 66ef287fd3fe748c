import { expect, test } from "vitest";
import { jsonFaultLine } from "./json-fault.ts";

test.each([
  '{"a": [1, -2.5e3, true, null, "x\\"y", {}, []]}',
  "\uFEFF[]\n",
  '"text"',
  "[\n[\n[]]]",
])("%j has no fault", (text) => {
  expect(jsonFaultLine(text)).toBeUndefined();
});

test.each([
  ['{\n  "a": [\n    1,\n  ]\n}', 4],
  ['{\n  "a": 1\n  "b": 2\n}', 3],
  ['{\n  "a": 1,\n}', 3],
  ["{\n  a: 1\n}", 2],
  ["[\n1\n}", 3],
  ["[\n1\n", 3],
  ["{}\n{}", 2],
  ["[1, // note\n2]", 1],
  ['["open\n]', 1],
  ["", 1],
])("%j goes wrong in line %i", (text, line) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonFaultLine(text)).toBe(line);
});

test("a million brackets are walked in one go", () => {
  expect(jsonFaultLine("[".repeat(1_000_000))).toBe(1);
  expect(jsonFaultLine(`"${"\\\\".repeat(500_000)}`)).toBe(1);
});
