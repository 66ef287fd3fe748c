import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

test.each([
  ["7", 7_000],
  ["0", 0],
  ["1.5", 1_500],
  [" 20 ", 20_000],
  ["Tue, 01 Jan 2030 12:00:30 GMT", 30_000],
  ["Tue, 01 Jan 2030 11:00:00 GMT", 0],
  ["999999999", 3_600_000],
  ["soon", undefined],
  ["-5x", undefined],
  ["", undefined],
])("%j is %j", (header, expected) => {
  expect(retryAfterMs(header, Date.parse("2030-01-01T12:00:00Z"))).toBe(expected);
});

test("no header asks for nothing", () => {
  expect(retryAfterMs(null)).toBeUndefined();
});
