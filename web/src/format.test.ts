import { expect, test } from "vitest";
import {
  count,
  duration,
  fullDate,
  fullTime,
  languageName,
  money,
  number,
  ownTimeZone,
  type Place,
  relativeTime,
  shortDay,
  shorten,
  shortNumber,
} from "./format.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const american: Place = { locales: ["en-US"], timeZone: "America/New_York" };
const german: Place = { locales: ["de-DE", "en"], timeZone: "Europe/Berlin" };
const japanese: Place = { locales: ["ja-JP"], timeZone: "Asia/Tokyo" };

test.each([
  ["2026-03-10T11:59:30Z", "just now"],
  ["2026-03-10T11:57:00Z", "3 minutes ago"],
  ["2026-03-09T12:00:00Z", "yesterday"],
  ["2026-03-24T12:00:00Z", "in 2 weeks"],
  ["2026-03-17T11:59:00Z", "next week"],
  ["2026-03-16T11:59:00Z", "in 6 days"],
  ["2026-03-16T23:59:00Z", "in 6 days"],
  ["2025-01-10T12:00:00Z", "last year"],
])("%s is %s", (iso, words) => {
  expect(relativeTime(iso, now)).toBe(words);
});

test("a day below a plot and a large number have little room", () => {
  expect(shortDay("2030-01-31", { locales: ["en-US"] })).toBe("Jan 31");
  expect(shortNumber(1_234, { locales: ["en-US"] })).toBe("1.2K");
  expect(ownTimeZone()).not.toBe("");
});

test("text that is no time is shown as it is", () => {
  expect(relativeTime("soon", now)).toBe("soon");
  expect(fullTime("soon", german)).toBe("soon");
  expect(fullDate("soon", german)).toBe("soon");
});

test.each([
  ["New York", american, "Mar 9, 2026, 7:30 PM EDT"],
  ["Berlin", german, "10. März 2026, 00:30 MEZ"],
  ["Tokyo", japanese, "2026年3月10日 8:30 JST"],
])("a time is written as in %s, in the time zone there", (_city, place, words) => {
  expect(plain(fullTime("2026-03-09T23:30:00Z", place))).toBe(words);
});

test.each([
  ["New York", american, "Mar 9, 2026"],
  ["Berlin", german, "10.03.2026"],
  ["Tokyo", japanese, "2026/03/10"],
])("a date is the date it is in %s", (_city, place, words) => {
  expect(fullDate("2026-03-09T23:30:00Z", place)).toBe(words);
});

test("numbers are written as the reader writes them", () => {
  expect(number(1_234_567, american)).toBe("1,234,567");
  expect(number(1_234_567, german)).toBe("1.234.567");
  expect(number(1_234_567, japanese)).toBe("1,234,567");
});

test("counts agree with their noun", () => {
  expect(count(1, "page", "pages", american)).toBe("1 page");
  expect(count(1200, "page", "pages", american)).toBe("1,200 pages");
  expect(count(1200, "page", "pages", german)).toBe("1.200 pages");
  expect(count(2, "entry", "entries", american)).toBe("2 entries");
});

test.each([
  [0, "$0.00", "0,00 $"],
  [1234.5, "$1,234.50", "1.234,50 $"],
  [0.004217, "$0.0042", "0,0042 $"],
  [0.03, "$0.03", "0,03 $"],
])("%d dollars", (dollars, inAmerica, inGermany) => {
  expect(money(dollars, american)).toBe(inAmerica);
  expect(plain(money(dollars, german))).toBe(inGermany);
});

test.each([
  [850, "850 ms"],
  [4_230, "4.2 s"],
  [9_999, "10 s"],
  [59_700, "1 min"],
  [200_000, "3 min 20 s"],
  [7_500_000, "2 h 5 min"],
  [273_600_000, "3 d 4 h"],
])("%d ms take %s", (ms, words) => {
  expect(duration(ms, american)).toBe(words);
});

test("a duration has the reader's decimal mark, and what is none is not shown", () => {
  expect(duration(4_230, german)).toBe("4,2 s");
  expect(duration(Number.NaN)).toBe("");
});

test("what is no language is passed over", () => {
  expect(number(1_200, { locales: ["*", "C", "not a tag", "de-DE"] })).toBe("1.200");
});

test("a language is named in its own words", () => {
  expect(languageName("fr")).toBe("français");
});

test("a shortened text is never longer than asked", () => {
  expect(shorten("abcdef", 4)).toBe("abc…");
  expect(shorten("abcd", 4)).toBe("abcd");
});

test("no page writes numbers or dates by itself", () => {
  const texts = import.meta.glob<string>("./**/*.{ts,tsx}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const others = Object.entries(texts).filter(([file]) => !file.startsWith("./format."));
  expect(others.length).toBeGreaterThan(100);
  const own = /toLocale(?:Date|Time)?String|\bIntl\.|\.toFixed\(/;
  expect(others.filter(([, text]) => own.test(text)).map(([file]) => file)).toEqual([]);
});

/** Newer data of a language may put a narrow or unbreakable space where older has a plain one. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, " ");
}
