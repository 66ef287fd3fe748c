import { expect, test } from "vitest";
import { hasSameWords, meaningWords } from "./same-words.ts";

function isSame(before: string, after: string): boolean {
  return hasSameWords(meaningWords(before), meaningWords(after));
}

test.each([
  ["You recieve a token.", "You receive a token."],
  ["The key is revoked at once.", "the key is **revoked** at once."],
  ["See [the guide](old.md) for more.", "See [the guide](../new.md) for more."],
  ["Run it in a empty folder.", "Run it in an empty folder."],
  ["Colours are organised.", "Colors are organized."],
  ["A key expires after 30 days", "A key expires,  after 30 days"],
  ["Retry the delivery.", "Retries the deliveries."],
  ["It is a part of the of the page.", "It is a part of the page."],
])("%j says the same as %j", (before, after) => {
  expect(isSame(before, after)).toBe(true);
});

test.each([
  ["Keys expire after 30 days.", "Keys expire after 90 days."],
  ["Keys expire after 30 days.", "Keys expire after 30 days unless renewed."],
  ["You must restart it.", "You must not restart it."],
  ["It is enabled by default.", "It is disabled by default."],
  ["Requests are internal.", "Requests are external."],
  ["Use HTTP here.", "Use HTTPS here."],
  ["Run `acme restore`.", "Run `acme restart`."],
  ["Run `acme key`.", "Run `acme keys`."],
  ["Set --retries to five.", "Set --retry to five."],
  ["It can grow.", "It cannot grow."],
  ["It takes 5 5 times.", "It takes 5 times."],
  ["キーは三十日で切れます。", "キーは九十日で切れます。"],
])("%j does not say the same as %j", (before, after) => {
  expect(isSame(before, after)).toBe(false);
});

test("hostile statements take no time", () => {
  for (const text of [
    "](".repeat(50_000),
    "<a".repeat(50_000),
    "`".repeat(50_001),
    "!".repeat(90_000),
  ])
    expect(meaningWords(text).length).toBeLessThan(4_001);
});
