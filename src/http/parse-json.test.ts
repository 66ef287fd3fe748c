import { expect, test } from "vitest";
import { AppError } from "../lib/app-error.ts";
import { parseJson, shownPath } from "./parse-json.ts";

function parseRefusal(text: string): AppError {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

test("ordinary JSON comes through unchanged", () => {
  const value = { a: [1, null, true, "x"], b: { c: -1.5e3 } };
  expect(parseJson(JSON.stringify(value))).toEqual(value);
});

test("text that is not JSON is refused", () => {
  for (const text of ["", "{", "{'a':1}", "undefined", "[1,]", "{}{}", "\u0000"])
    expect(parseRefusal(text).code).toBe("invalid_request");
});

test("sixty-four levels are read and sixty-five are not", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(parseJson(nested(64))).toBeDefined();
  expect(parseRefusal(nested(65)).message).toContain("nested too deeply");
});

test("brackets inside strings do not count as levels", () => {
  const value = ["[".repeat(500), '"[{'.repeat(100), "\\"];
  expect(parseJson(JSON.stringify(value))).toEqual(value);
});

test("a hundred thousand levels and unbalanced brackets are refused", () => {
  parseRefusal("[".repeat(100_000));
  parseRefusal('{"a":'.repeat(100_000));
  parseRefusal("]".repeat(1_000_000));
});

test("values are counted wherever they are, and text in strings is none", () => {
  expect(parseRefusal(`[${Array(100_001).fill(0).join()}]`).message).toContain("too many values");
  expect(parseRefusal(`[${"{},".repeat(60_000)}{}]`).message).toContain("too many values");
  expect(parseJson(JSON.stringify([",[{".repeat(100_000)]))).toHaveLength(1);
  expect(parseJson(`[${Array(90_000).fill(0).join()}]`)).toHaveLength(90_000);
});

test("an object of more than a thousand keys is refused, many objects and long lists in it are not", () => {
  const object = (keys: number, value: unknown = 1) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, key) => [key, value])));
  expect(parseRefusal(object(1_001)).message).toContain("too many keys");
  expect(parseRefusal(`{"a":[${object(1_001)}]}`).message).toContain("too many keys");
  expect(parseJson(object(1_000))).toBeDefined();
  expect(parseJson(object(3, Array(5_000).fill(object(2))))).toBeDefined();
});

test("a NUL in a value or a key is refused with its path", () => {
  const { details } = parseRefusal('{"a":[{"b":"x\\u0000"}],"c\\u0000":1}');
  expect(details.map((detail) => detail.path)).toEqual(["a.0.b", ""]);
});

test("a key named __proto__ is refused and changes no prototype", () => {
  expect(parseRefusal('{"filter":{"__proto__":{"admin":true}}}').details[0]?.path).toBe("filter");
  expect("admin" in {}).toBe(false);
});

test("half a surrogate pair is replaced and whole ones stay", () => {
  expect(parseJson('["\\ud83d","\\ud83d\\ude00"]')).toEqual(["\ufffd", "😀"]);
});

test("of two equal keys the last one counts", () => {
  expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
});

test("faults are listed up to a limit and never repeat a long key in full", () => {
  const key = "k".repeat(500_000);
  const { details } = parseRefusal(`{"${key}":[${Array(100).fill('"\\u0000"').join(",")}]}`);
  expect(details).toHaveLength(20);
  expect(JSON.stringify(details).length).toBeLessThan(10_000);
});

test("a short path is kept whole", () => {
  expect(shownPath(["messages", 0, "parts", 1, "text"])).toBe("messages.0.parts.1.text");
});
