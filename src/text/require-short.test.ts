import { expect, test } from "vitest";
import { requireShort } from "./require-short.ts";

const named = { path: "query", name: "The query has", advice: "Use fewer words." };

test("a text of the full length is taken", () => {
  expect(requireShort(8_000, 8_000, named)).toBeUndefined();
});

test("a longer one is refused with both lengths, its place and what to do", () => {
  const message = "The query has 8,001 characters, and at most 8,000 are taken.";
  expect(() => requireShort(8_001, 8_000, named)).toThrow(
    expect.objectContaining({
      code: "invalid_request",
      message: `${message} Use fewer words.`,
      details: [{ path: "query", message }],
    }),
  );
});
