import { expect, test } from "vitest";
import { emptyTally, figuresOf } from "../../analytics/tally-answers.ts";
import type { Figures, StatsResult } from "../../contract/insights/analytics.ts";
import { figuresText } from "./figures-text.ts";

const nothing = figuresOf(emptyTally());

function stats(day: Partial<Figures>): StatsResult {
  const total = { ...nothing, ...day };
  return {
    ...{ from: "2030-01-01", to: "2030-01-02", zone: "UTC", models: [], keys: [], total },
    before: { ...nothing, from: "2029-12-30", to: "2029-12-31" },
    days: [
      { day: "2030-01-01", ...total },
      { day: "2030-01-02", ...nothing },
    ],
  };
}

test("figures stand beside those of the days before, and days without questions are left out", () => {
  const day = { questions: 4, answered: 2, unanswered: 2, reserve: 1, declined: 1, down: 1 };
  const usage = { ...nothing.usage, inputTokens: 100, costUsd: 0.0031 };
  const firstTokenMs = { p50: 300, p95: 900 };
  const text = figuresText("acme", stats({ ...day, usage, firstTokenMs }));
  expect(text).toMatch(/^acme, 2030-01-01 to 2030-01-02 \(UTC\)\n/);
  expect(text).toMatch(/^Unanswered +1 +25 % +0$/m);
  expect(text).toMatch(/^First text, p50 \/ p95 +300 \/ 900 ms +-$/m);
  expect(text).toMatch(/^2030-01-01 +4 +2 +1 +1 +0 +1 +300 \/ 900 ms +\$0\.0031$/m);
  expect(text).not.toMatch(/^2030-01-02/m);
  expect(text).toContain("Days without questions are left out.");
});

test("a range without questions says so", () => {
  expect(figuresText("acme", stats({}))).toContain("Nobody asked anything in these days.");
});
