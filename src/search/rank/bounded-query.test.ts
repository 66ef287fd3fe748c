import { expect, test } from "vitest";
import { processorMs } from "../../../test/processor-ms.ts";
import { testQuery as query, testIndex } from "../../../test/search-index.ts";
import type { SearchQuery } from "../hit.ts";
import { boundedQuery } from "./bounded-query.ts";
import { searchKeyword } from "./keyword.ts";
import { kindFactors } from "./page-kind.ts";
import { readAsked } from "./question-words.ts";
import { pageFactors } from "./rank.ts";
import { weighQuestion, weighTerms } from "./weigh-question.ts";

test("an ordinary query stays as it is", () => {
  const asked = query("How do I rotate a key? ﬁle", {
    hints: [{ text: "const key = rotate();", weight: 0.35 }],
    liftPaths: ["guides/keys"],
  });
  expect(boundedQuery(asked)).toEqual(asked);
});

test("of a text that is too long the middle is left out", () => {
  const { text } = boundedQuery(query(`Before. ${"x ".repeat(50_000)} And behind?`));
  expect(text).toMatch(/^Before\..*And behind\?$/);
  expect(text).toHaveLength(10_000);
});

test("a text counts by the length of its normal form", () => {
  expect(boundedQuery(query("ﷺ".repeat(8_000))).text.length).toBeLessThanOrEqual(10_000);
});

test("hints are bounded together, and those without weight do not count", () => {
  const hint = (weight: number) => ({ text: "x".repeat(9_000), weight });
  const { hints } = boundedQuery(query("key", { hints: [hint(0), ...Array(30).fill(hint(1))] }));
  expect(hints.reduce((sum, { text }) => sum + text.length, 0)).toBe(40_000);
});

test("of many paths the first and the reader's own page count", () => {
  const liftPaths = Array.from({ length: 60 }, (_, place) => `page-${place}`);
  const kept = boundedQuery(query("key", { liftPaths })).liftPaths;
  expect([kept.length, kept.at(0), kept.at(-1)]).toEqual([10, "page-0", "page-59"]);
});

const languages = ["en", "de", "fr", "es", "pt", "it", "ru", "zh", "ja", "ko"] as const;
const index = testIndex(
  languages.flatMap((language) =>
    Array.from({ length: 20 }, (_, place) => ({
      ...{ path: `${language}/p${place}.md`, language },
      texts: [`Rotate key ${place} of the file name in the time zone.`],
    })),
  ),
);

/** Everything between the query and the scores that goes by words. */
function costOf(asked: SearchQuery): number {
  const spent = processorMs();
  const bounded = boundedQuery(asked);
  pageFactors(index, bounded);
  const { text } = bounded;
  const words = readAsked(index, text);
  searchKeyword(index.keyword, weighTerms(index, bounded, { asked: words }));
  weighQuestion(index, { text, asked: words }, { importance: () => 1 });
  return spent();
}

const wordAt = (place: number, length: number) =>
  Array.from({ length }, (_, at) => "etaoinshrdlu"[(place * (at + 7) + at * at) % 12]).join("");
const distinct = (length: number) =>
  Array.from({ length: 30_000 / length }, (_, place) => wordAt(place, length)).join(" ");

test.each([
  ["small words", "what is a ".repeat(3_000)],
  ["letters", "a".repeat(30_000)],
  ["distinct words", distinct(7)],
  ["distinct words that may be two", distinct(38)],
  ["identifiers", distinct(5).replaceAll(" ", "_")],
  ["capitals", distinct(6).toUpperCase()],
  ["versions", "v1.2.x next version ".repeat(1_500)],
  [
    "characters of Chinese",
    Array.from({ length: 15_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(""),
  ],
  ["marks", "\u0323\u0301".repeat(15_000)],
  ["characters that stand for many", "ﷺ".repeat(30_000)],
  ["half characters", "\ud83d".repeat(30_000)],
  ["quotation marks", '"a" “b” '.repeat(4_000)],
  ["marks of code", "`<{]( ".repeat(5_000)],
])("a question of 30,000 %s costs no more than one of a third", (_name, text) => {
  costOf(query(text));
  const least = (work: () => number) => Math.min(work(), work(), work());
  const short = least(() => costOf(query(text.slice(0, 10_000))));
  expect(least(() => costOf(query(text)))).toBeLessThan(2 * short + 60);
});

test("a megabyte of question openings is read like any other", () => {
  const timed = (text: string) => {
    const spent = processorMs();
    kindFactors(text);
    return spent();
  };
  const other = timed("when is ".repeat(131_072));
  expect(timed("what is ".repeat(131_072))).toBeLessThan(20 * other + 500);
});
