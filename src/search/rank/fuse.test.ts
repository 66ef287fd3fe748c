import { expect, test } from "vitest";
import { fuse } from "./fuse.ts";

const words = Float32Array.of(4, 0, 2, 0);
const nearest = nearestOf(Float32Array.of(0.1, 0.5, 0.3, -0.3));
const similarities = Float32Array.of(0.2, 0.2, 0.6, 0.8);
const all = Uint8Array.of(1, 1, 1, 1);
const half = { provided: 0.5, bundled: 0.25 };

test("words and meaning are brought to one range and added by weight", () => {
  expect(
    rounded(fuse({ keyword: words.slice(), nearest, weights: { bundled: 0.5, provided: 0 } })),
  ).toEqual([0.75, 0.5, 0.625, 0]);
  expect(
    rounded(fuse({ keyword: words.slice(), nearest, weights: { bundled: 0, provided: 0 } })),
  ).toEqual([1, 0, 0.5, 0]);
});

test("where every passage has a provided similarity, it stands for the meaning", () => {
  const scores = fuse({
    keyword: words.slice(),
    nearest,
    provided: { similarities, isThere: all },
    weights: half,
  });
  expect(rounded(scores)).toEqual([0.5, 0, 0.583, 0.5]);
});

test("a passage without one keeps its bundled meaning and that one's weight", () => {
  const isThere = Uint8Array.of(1, 0, 1, 1);
  const scores = fuse({
    keyword: words.slice(),
    nearest,
    provided: { similarities, isThere },
    weights: half,
  });
  expect(rounded(scores)[1]).toBe(0.25);
});

test("the first passages that get a vector are not lifted for having one", () => {
  const isThere = Uint8Array.of(1, 0, 0, 1);
  const even = Float32Array.of(0, 0, 0, 0);
  const scores = fuse({
    keyword: even,
    nearest,
    provided: { similarities, isThere },
    weights: half,
  });
  expect(rounded(scores)).toEqual([0, 0.25, 0.188, 0.25]);
});

test("similarities that are all the same say nothing", () => {
  const same = Float32Array.of(0.4, 0.4, 0.4, 0.4);
  const scores = fuse({
    keyword: words.slice(),
    nearest,
    provided: { similarities: same, isThere: all },
    weights: half,
  });
  expect(rounded(scores)).toEqual([0.5, 0, 0.25, 0]);
});

/** As if all were asked for. */
function nearestOf(similarities: Float32Array) {
  return { slots: Uint32Array.from(similarities.keys()), similarities };
}

function rounded(scores: Float32Array): number[] {
  return [...scores].map((score) => Math.round(score * 1_000) / 1_000);
}

test("beyond the hundredth closest passage there is no meaning in common", () => {
  const cosines = Float32Array.from({ length: 300 }, (_, place) => 0.9 - place / 1_000);
  const silent = new Float32Array(300);
  const scores = fuse({
    keyword: silent,
    nearest: nearestOf(cosines),
    weights: { bundled: 1, provided: 0 },
  });
  expect(scores[0]).toBeCloseTo(1);
  expect(scores[98]).toBeGreaterThan(0);
  expect(scores.slice(99).every((score) => score === 0)).toBe(true);
});
