import { expect, test } from "vitest";
import { dayAt, zoneDays, zoneRange } from "./zone-days.ts";

test("a day begins and ends by the clocks of its zone", () => {
  expect(zoneDays("2030-01-31", "2030-02-01", "UTC")).toEqual([
    { day: "2030-01-31", starts: "2030-01-31T00:00:00.000Z", ends: "2030-02-01T00:00:00.000Z" },
    { day: "2030-02-01", starts: "2030-02-01T00:00:00.000Z", ends: "2030-02-02T00:00:00.000Z" },
  ]);
  expect(zoneRange({ from: "2030-01-01", to: "2030-01-01" }, "Asia/Kathmandu")).toEqual({
    from: "2029-12-31T18:15:00.000Z",
    until: "2030-01-01T18:15:00.000Z",
  });
  expect(zoneRange({})).toEqual({ from: undefined, until: undefined });
});

test("the day on which clocks are put forward has 23 hours, and the other 25", () => {
  const hours = (day: string) => {
    const [one] = zoneDays(day, day, "Europe/Berlin");
    return (Date.parse(one?.ends ?? "") - Date.parse(one?.starts ?? "")) / 3_600_000;
  };
  expect(["2026-03-29", "2026-06-01", "2026-10-25"].map(hours)).toEqual([23, 24, 25]);
});

test("where midnight is left out, the day begins with the first moment there is", () => {
  expect(zoneRange({ from: "2018-11-04" }, "America/Sao_Paulo").from).toBe(
    "2018-11-04T03:00:00.000Z",
  );
});

test("a day begins with the first moment of that date, in every zone and each day of a year", () => {
  for (const zone of ["America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "Africa/Cairo"])
    for (const { day, starts, ends } of zoneDays("2024-01-01", "2024-12-31", zone)) {
      const start = Date.parse(starts);
      expect([dayAt(start, zone), dayAt(start - 1, zone) < day], `${day} ${zone}`).toEqual([
        day,
        true,
      ]);
      expect(dayAt(Date.parse(ends) - 1, zone)).toBe(day);
    }
});

test("days that no calendar of a zone knows are still in order", () => {
  const { from = "", until = "" } = zoneRange(
    { from: "0001-01-01", to: "9999-12-31" },
    "Asia/Tokyo",
  );
  expect(from < "2030" && until > "2999").toBe(true);
});
