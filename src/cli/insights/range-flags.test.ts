import { expect, test } from "vitest";
import { questionQuery, statsQuery } from "../../contract/insights/analytics.ts";
import type { Flags } from "../command.ts";
import { rangeNames, readFlags } from "./range-flags.ts";

function given(values: Record<string, string>, ...switches: string[]): Flags {
  return {
    text: (name) => values[name],
    required: (name) => values[name] ?? "",
    choice: () => undefined,
    list: () => [],
    has: (name) => switches.includes(name),
  };
}

test("flags are read by the rules of the API, and days are those of this machine", () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const flags = given({ from: "2030-01-01", search: "web hook", limit: "5" });
  expect(readFlags(flags, questionQuery, [...rangeNames, "search", "limit"])).toMatchObject({
    from: "2030-01-01",
    zone: own,
    q: "web hook",
    limit: 5,
    format: "json",
  });
  expect(readFlags(given({ zone: "Asia/Tokyo" }, "csv"), statsQuery, rangeNames)).toMatchObject({
    zone: "Asia/Tokyo",
    format: "csv",
  });
});

test.each([
  [{ from: "yesterday" }, "--from: Write a date as 2030-01-31."],
  [{ zone: "Moon/Base" }, "--zone: Name a time zone as Europe/Berlin or UTC."],
  [{ search: "x".repeat(201) }, "--search: "],
  [{ limit: "0" }, "--limit: A whole number from 1 to 1000."],
])("%j is refused by the name of its flag", (values, message) => {
  const names = [...rangeNames, "search", "limit"];
  expect(() => readFlags(given(values), questionQuery, names)).toThrow(message);
});

test("one form is printed, not two", () => {
  expect(() => readFlags(given({}, "json", "csv"), statsQuery, rangeNames)).toThrow(
    "--json or --csv",
  );
});
