import { expect, test } from "vitest";
import { quantise } from "../models/embedder/quantise.ts";
import { fuse } from "./fuse.ts";
import { buildVectorIndex, searchVector } from "./vector.ts";

test("the closest vector scores highest", () => {
  const stored = [
    [1, 0],
    [0, 1],
    [0.6, 0.8],
  ].map((vector) => quantise(Float32Array.from(vector)));
  const scores = searchVector(buildVectorIndex(stored, 2), Float32Array.from([0, 1]));
  expect(Array.from(scores, (score) => Math.round(score * 100))).toEqual([0, 100, 80]);
});

test("a vector of another length counts as no vector", () => {
  const stored = [quantise(Float32Array.from([1, 1, 1])), quantise(Float32Array.from([1, 0]))];
  const scores = searchVector(buildVectorIndex(stored, 2), Float32Array.from([1, 0]));
  expect(scores[0]).toBe(0);
  expect(scores[1]).toBeCloseTo(1);
});

test("two rankings are brought to one scale and added by weight", () => {
  const fused = fuse(Float32Array.from([0, 10, 5]), Float32Array.from([0.2, 0.1, 0.3]), 0.4);
  expect(Array.from(fused, (score) => Math.round(score * 100))).toEqual([20, 60, 70]);
});

test("a ranking without a single score adds nothing", () => {
  const fused = fuse(Float32Array.from([0, 0]), Float32Array.from([0.1, 0.9]), 0.5);
  expect([...fused]).toEqual([0, 0.5]);
});

test("passages that are equally good are all found", () => {
  const fused = fuse(Float32Array.from([3, 3]), Float32Array.from([0.4, 0.4]), 0.5);
  expect([...fused]).toEqual([1, 1]);
});

test("the only passage there is can be found", () => {
  expect([...fuse(Float32Array.from([2]), Float32Array.from([0.3]), 0.5)]).toEqual([1]);
});
