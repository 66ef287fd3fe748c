import { expect, test } from "vitest";
import { contestOf } from "./contest.ts";

test("the best hit stands out by score, meaning and headings", () => {
  const at = (path: string, score: number, similarity: number, naming = 0) => ({
    passage: { path },
    score,
    similarity,
    naming,
  });
  const contest = contestOf([at("a", 1, 0.7, 0.2), at("a", 0.9, 0.5), at("b", 0.6, 0.3, 0.5)]);
  expect(contest.margin).toBeCloseTo(0.4);
  expect(contest.spread).toBeCloseTo(0.4);
  expect(contest.rival).toBeCloseTo(0.3);
  expect(contestOf([at("a", 1, 0.7)])).toEqual({ margin: 1, spread: 0, rival: 0 });
  expect(contestOf([])).toEqual({ margin: 0, spread: 0, rival: 0 });
});
