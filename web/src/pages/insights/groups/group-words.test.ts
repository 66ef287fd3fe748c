import { expect, test } from "vitest";
import { trendOf } from "./group-words.ts";

test.each([
  [{ lastWeek: 0, weekBefore: 0 }, "→ quiet for two weeks"],
  [{ lastWeek: 5, weekBefore: 2 }, "↑ 3 more than last week"],
  [{ lastWeek: 1, weekBefore: 4 }, "↓ 3 fewer than last week"],
  [{ lastWeek: 2, weekBefore: 2 }, "→ as often as last week"],
  [{ lastWeek: 1, weekBefore: 0 }, "↑ 1 time this week, new"],
])("a trend is told in words: %o", (weeks, told) => {
  const { arrow, words } = trendOf(weeks);
  expect(`${arrow} ${words}`).toBe(told);
});
