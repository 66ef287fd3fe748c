import { expect, test } from "vitest";
import type { FoundPassage, SearchResult } from "../../search/hit.ts";
import { type Evidence, weighEvidence } from "./evidence.ts";

const levels: Evidence[] = ["none", "partly", "enough"];

test("no hits are no evidence", () => {
  expect(weighEvidence(found([], 1), false)).toBe("none");
  expect(weighEvidence(found([], 0), true)).toBe("none");
});

test("a passage that has the question's words and meaning is enough, one that has neither is none", () => {
  expect(weighEvidence(found([hit(1, 1)], 1), false)).toBe("enough");
  expect(weighEvidence(found([hit(0, 0)], 1), false)).toBe("none");
  expect(weighEvidence(found([hit(0, 0)], 1), true)).toBe("none");
});

test("the best of the first hits counts, not the last of many", () => {
  const poor = Array.from({ length: 20 }, () => hit(0, 0));
  expect(weighEvidence(found([hit(0, 0), hit(1, 1), ...poor], 1), false)).toBe("enough");
  expect(weighEvidence(found([...poor, hit(1, 1)], 1), false)).toBe("none");
});

test("evidence only grows with agreement, similarity and leaning", () => {
  for (let value = 0; value < 1; value += 0.05) {
    const level = (agreement: number, similarity: number, leans: boolean) =>
      levels.indexOf(weighEvidence(found([hit(agreement, similarity)], 1), leans));
    expect(level(value + 0.05, value, false)).toBeGreaterThanOrEqual(level(value, value, false));
    expect(level(value, value + 0.05, false)).toBeGreaterThanOrEqual(level(value, value, false));
    expect(level(value, value, true)).toBeGreaterThanOrEqual(level(value, value, false));
  }
});

test("in a language the vectors do not know, the words alone count", () => {
  expect(weighEvidence(found([hit(0, 0, 1)], 0), false)).toBe("enough");
  expect(weighEvidence(found([hit(1, 1, 0)], 0), false)).toBe("none");
  expect(weighEvidence(found([hit(0, 0, 1)], 1), false)).toBe("none");
});

test("a telling word that the docs never use weakens the evidence", () => {
  const hits = [hit(0.7, 0.45)];
  expect(weighEvidence(found(hits, 1), false)).toBe("enough");
  expect(weighEvidence(found(hits, 1, 1.2), false)).toBe("partly");
});

function found(hits: FoundPassage[], fluency: number, strangeness = 0): SearchResult {
  return { hits, weights: {}, unknown: [], unknownNames: [], strangeness, fluency };
}

function hit(agreement: number, similarity: number, coverage = 1): FoundPassage {
  const text = {
    path: "a.md",
    title: "",
    description: "",
    anchor: "",
    laterHeadings: [],
    content: "",
    text: "",
  };
  const passage = {
    id: "",
    ...text,
    headings: [],
    startLine: 1,
    endLine: 1,
    metadata: {},
    address: "",
    baseUrl: "",
    section: [],
  };
  return { passage, relevance: 1, score: 1, coverage, agreement, similarity };
}

test("a name that the docs never mention leaves a reserve", () => {
  const strong = found([hit(1, 0.9)], 1);
  expect(weighEvidence(strong, false)).toBe("enough");
  const named = { ...strong, unknownNames: ["Kubernetes"] };
  expect(weighEvidence(named, false)).toBe("partly");
});
