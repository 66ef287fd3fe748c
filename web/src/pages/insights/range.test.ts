import { expect, test } from "vitest";
import { isRange, rangeOf, readRange, today } from "./range.ts";

test("the address says which days; without it, and where it makes no sense, it is the last thirty", () => {
  const now = "2030-01-31";
  expect(readRange("", now)).toEqual({ from: "2030-01-02", to: now, preset: "30" });
  expect(readRange("?days=7", now)).toEqual({ from: "2030-01-25", to: now, preset: "7" });
  expect(readRange("?from=2029-12-01&to=2029-12-24", now)).toEqual({
    from: "2029-12-01",
    to: "2029-12-24",
    preset: "own",
  });
  for (const search of ["?days=8", "?from=2029-12-01", "?from=2030-02-01&to=2030-01-01"])
    expect(readRange(search, now).preset).toBe("30");
  for (const search of ["?from=x&to=y", "?from=2020-01-01&to=2030-01-01", "?from=2030-13-01&to=z"])
    expect(readRange(search, now).preset).toBe("30");
});

test("a leap year is a range, and a day more is none", () => {
  expect(isRange({ from: "2028-01-01", to: "2028-12-31" })).toBe(true);
  expect(isRange({ from: "2028-01-01", to: "2029-01-01" })).toBe(false);
});

test("only the days are kept on the way to another part", () => {
  expect(rangeOf("?q=key&days=7&outcome=declined")).toBe("?days=7");
  expect(rangeOf("?q=key")).toBe("");
});

test("today is the day of the browser's clock", () => {
  const now = new Date(2030, 0, 31, 23, 59);
  expect(today(now)).toBe("2030-01-31");
});
