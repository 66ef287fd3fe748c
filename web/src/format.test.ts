import { expect, test } from "vitest";
import { count, relativeTime, shorten } from "./format.ts";

const now = Date.parse("2026-03-10T12:00:00Z");

test.each([
  ["2026-03-10T11:59:30Z", "just now"],
  ["2026-03-10T11:57:00Z", "3 minutes ago"],
  ["2026-03-09T12:00:00Z", "yesterday"],
  ["2026-03-24T12:00:00Z", "in 2 weeks"],
  ["2025-01-10T12:00:00Z", "last year"],
])("%s is %s", (iso, words) => {
  expect(relativeTime(iso, now)).toBe(words);
});

test("text that is no time is shown as it is", () => {
  expect(relativeTime("soon", now)).toBe("soon");
});

test("counts agree with their noun", () => {
  expect(count(1, "page")).toBe("1 page");
  expect(count(1200, "page")).toBe("1,200 pages");
  expect(count(2, "entry", "entries")).toBe("2 entries");
});

test("a shortened text is never longer than asked", () => {
  expect(shorten("abcdef", 4)).toBe("abc…");
  expect(shorten("abcd", 4)).toBe("abcd");
});
