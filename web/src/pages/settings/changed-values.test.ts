import { expect, test } from "vitest";
import { changedValues } from "./changed-values.ts";

const saved = { name: "Acme", baseUrl: "" };

test("what differs from what is saved is kept, and nothing else", () => {
  const kept = { name: "Acme docs", baseUrl: "", other: "x", deep: { a: 1 } };
  expect(changedValues(JSON.stringify(kept), saved)).toEqual({ name: "Acme docs" });
});

test("what the browser kept may be anything", () => {
  for (const text of [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"x"',
    '{"name":7}',
    '{"__proto__":{"name":"x"}}',
  ])
    expect(changedValues(text, saved)).toEqual({});
});
