import { expect, test } from "vitest";
import { expiry } from "./keys.ts";

const now = new Date("2026-01-01T00:00:00.000Z");

test("a key's time is counted in hours, days, weeks or years", () => {
  const until = (text: string) => expiry(text, now)?.toISOString();
  expect(until("12h")).toBe("2026-01-01T12:00:00.000Z");
  expect(until("90d")).toBe("2026-04-01T00:00:00.000Z");
  expect(until("2w")).toBe("2026-01-15T00:00:00.000Z");
  expect(until("100y")).toBe("2125-12-08T00:00:00.000Z");
  expect(expiry(undefined, now)).toBe(null);
});

test.each(["", "0d", "d", "90", "-1d", "1.5d", "90 d", "90m", "101y", "99999y", "999999h", "٩d"])(
  "%j is no time a key can have",
  (text) => {
    expect(() => expiry(text, now)).toThrow(/^--expires takes a number and a unit/);
  },
);
