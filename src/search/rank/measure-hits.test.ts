import { expect, test } from "vitest";
import { embedder } from "../../../test/harness.ts";
import type { Passage } from "../hit.ts";
import { contestOf, measureHits } from "./measure-hits.ts";

const question = "default window size";

function passage(content: string, headings: string[] = []): Passage {
  const text = {
    path: "a.md",
    title: "Lists",
    description: "",
    anchor: "",
    content,
    text: content,
  };
  const lines = { startLine: 1, endLine: 1 };
  return {
    id: "",
    ...text,
    ...lines,
    headings,
    laterHeadings: [],
    metadata: {},
    address: "",
    baseUrl: "",
    section: [],
  };
}

function focusOf(content: string): number {
  return measureHits(embedder, question, [passage(content)])[0]?.focus ?? 0;
}

test("a question in one paragraph, item or row is more than the same words scattered over many", () => {
  const together =
    "| option | default |\n|---|---|\n| window size | default 21 |\n| color | none |";
  const scattered = "A window opens.\n\nBy default it is blue.\n\n- the size of a file\n- nothing";
  expect(focusOf(together)).toBeGreaterThan(focusOf(scattered) + 0.1);
});

test("headings that name the question are told apart from text that does", () => {
  const [named, other] = measureHits(embedder, question, [
    passage("It is 21.", ["Default window size"]),
    passage("The default window size is 21.", ["Memory"]),
  ]);
  expect(named?.naming).toBeCloseTo(1);
  expect(other?.naming).toBeLessThan(0.8);
});

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
