import { describe, expect, test } from "vitest";
import type { Measure } from "../bench/hostile/measure.ts";
import { holds } from "../bench/hostile/report.ts";
import { percentile } from "../bench/report/percentile.ts";
import type { DataSet } from "../bench/retrieval/data-set.ts";
import { makeScaleSet } from "../bench/retrieval/scale-set.ts";
import {
  bootstrapInterval,
  meanScores,
  ndcg,
  recall,
  reciprocalRank,
  scoreRanking,
} from "../bench/retrieval/score.ts";

describe("nDCG", () => {
  test("is 1 when everything wanted comes first, in any order of equal gains", () => {
    expect(ndcg(["b", "a", "x"], { a: 1, b: 1 }, 10)).toBe(1);
  });

  test("falls with the logarithm of the rank", () => {
    expect(ndcg(["x", "a"], { a: 1 }, 10)).toBeCloseTo(1 / Math.log2(3));
    expect(ndcg(["x", "y", "a"], { a: 1 }, 10)).toBeCloseTo(0.5);
  });

  test("compares with the best order of graded gains", () => {
    const worse = (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3));
    expect(ndcg(["low", "high"], { high: 3, low: 1 }, 10)).toBeCloseTo(worse);
  });

  test("measures against no more than can stand within the depth", () => {
    expect(ndcg(["a", "b"], { a: 1, b: 1, c: 1 }, 2)).toBe(1);
  });

  test("ignores what stands below the depth, and is 0 where nothing is wanted", () => {
    expect(ndcg(["x", "a"], { a: 1 }, 1)).toBe(0);
    expect(ndcg(["a"], {}, 10)).toBe(0);
  });
});

describe("recall", () => {
  test("is the share of what is wanted among the first", () => {
    expect(recall(["a", "x", "b"], { a: 1, b: 1, c: 1, d: 1 }, 2)).toBe(0.25);
    expect(recall(["a", "x", "b"], { a: 1, b: 1, c: 1, d: 1 }, 3)).toBe(0.5);
  });

  test("does not ask for what has no gain", () => {
    expect(recall(["a"], { a: 1, b: 0 }, 5)).toBe(1);
  });
});

describe("reciprocal rank", () => {
  test("counts the first hit only", () => {
    expect(reciprocalRank(["x", "a", "b"], { a: 1, b: 1 }, 10)).toBe(0.5);
  });

  test("is 0 when the first hit stands below the depth", () => {
    expect(reciprocalRank(["x", "a"], { a: 1 }, 1)).toBe(0);
  });
});

test("means are taken over all queries, those without a hit included", () => {
  const scores = [scoreRanking(["a"], { a: 1 }), scoreRanking([], { a: 1 })];
  expect(meanScores(scores)).toEqual({ ndcg10: 0.5, recall5: 0.5, mrr10: 0.5 });
});

describe("bootstrap interval", () => {
  const values = Array.from({ length: 200 }, (_, place) => (place % 4 === 0 ? 1 : 0));

  test("holds the mean and is about two standard errors wide on each side", () => {
    const [low, high] = bootstrapInterval(values, 1);
    expect(low).toBeLessThan(0.25);
    expect(high).toBeGreaterThan(0.25);
    const standardError = Math.sqrt((0.25 * 0.75) / 200);
    expect((high - low) / (2 * 1.96 * standardError)).toBeCloseTo(1, 0);
  });

  test("is the same for the same seed and shrinks with more queries", () => {
    expect(bootstrapInterval(values, 7)).toEqual(bootstrapInterval(values, 7));
    const [low, high] = bootstrapInterval(values, 7);
    const [lowOfMany, highOfMany] = bootstrapInterval([...values, ...values, ...values], 7);
    expect(highOfMany - lowOfMany).toBeLessThan(high - low);
  });

  test("has no width where all values are equal", () => {
    expect(bootstrapInterval([0.5, 0.5, 0.5], 1)).toEqual([0.5, 0.5]);
  });
});

test("a percentile is one of the values, whatever their order", () => {
  expect(percentile([30, 10, 20], 0.5)).toBe(20);
  expect(percentile([4, 3, 2, 1], 0.99)).toBe(4);
  expect(percentile([5], 0)).toBe(5);
});

describe("scale set", () => {
  const set: DataSet = {
    name: "tiny",
    level: "doc",
    docs: ["one two three four", "five six seven eight"].map((text, place) => ({
      id: `${place}`,
      title: `title ${place}`,
      text,
    })),
    queries: [{ id: "q", text: "two" }],
    qrels: {},
  };

  test("has as many docs as wanted, all with ids of their own", () => {
    const { docs, queries } = makeScaleSet([set], { docs: 25, queries: 500 });
    expect(new Set(docs.map((doc) => doc.id)).size).toBe(25);
    expect(queries).toEqual([{ id: "tiny-q", text: "two" }]);
  });

  test("is the same every time, and its copies differ from the originals", () => {
    const [first, second] = [0, 1].map(() => makeScaleSet([set], { docs: 400, queries: 1 }));
    expect(first).toEqual(second);
    expect(new Set(first?.docs.map((doc) => doc.text)).size).toBeGreaterThan(20);
  });
});

describe("an attack holds", () => {
  const waits = (p95: number) => ({ p50: p95, p95, count: 1 });
  const measure = (p95: number, more: Partial<Measure> = {}): Measure => ({
    name: "idle",
    search: waits(p95),
    firstText: waits(p95),
    question: waits(p95),
    faults: {},
    blockedMs: 0,
    cpuSeconds: 0,
    peakMb: 0,
    descriptors: 0,
    recoveredSeconds: 0,
    outcomes: {},
    ...more,
  });

  test("up to a quarter of a second, or five times what readers wait at rest", () => {
    expect(holds(measure(250), measure(1))).toBe(true);
    expect(holds(measure(251), measure(1))).toBe(false);
    expect(holds(measure(500), measure(100))).toBe(true);
    expect(holds(measure(1, { question: waits(501) }), measure(100))).toBe(false);
  });

  test("not where the reader was refused or the server is gone", () => {
    expect(holds(measure(1, { faults: { "429": 1 } }), measure(1))).toBe(false);
    expect(holds(measure(1, { recoveredSeconds: undefined }), measure(1))).toBe(false);
  });
});
