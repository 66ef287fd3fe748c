import type { EvidenceFeatures } from "../../src/assistant/answer/evidence.ts";
import type { Row } from "./gather-rows.ts";

export type FittedWeights = EvidenceFeatures & { bias: number };

const steps = 1_500;
const rate = 1.5;
const penalty = 2;
const trustOfGenerated = 0.3;
const trustOfFar = 1;
const trustOfOther = 0.3;

/** Logistic regression by gradient descent, over features brought to one scale, with a penalty on large weights. */
export function fitWeights(rows: Row[]): FittedWeights {
  const names = Object.keys(rows[0]?.features ?? {}) as (keyof EvidenceFeatures)[];
  const scales = names.map((name) => scaleOf(rows.map((row) => row.features[name])));
  const inputs = rows.map((row) =>
    names.map(
      (name, at) => (row.features[name] - (scales[at]?.mean ?? 0)) / (scales[at]?.deviation ?? 1),
    ),
  );
  const weights = names.map(() => 0);
  let bias = 0;
  for (let step = 0; step < steps; step += 1) {
    const slopes = weights.map((weight) => penalty * weight);
    let biasSlope = 0;
    for (const [place, input] of inputs.entries()) {
      const row = rows[place];
      if (row === undefined) continue;
      const odds = input.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), bias);
      const error = (1 / (1 + Math.exp(-odds)) - (row.isRight ? 1 : 0)) * trustOf(row);
      for (const [at, value] of input.entries()) slopes[at] = (slopes[at] ?? 0) + error * value;
      biasSlope += error;
    }
    for (const [at, slope] of slopes.entries())
      weights[at] = (weights[at] ?? 0) - (rate / rows.length) * slope;
    bias -= (rate / rows.length) * biasSlope;
  }
  const plain = weights.map((weight, at) => weight / (scales[at]?.deviation ?? 1));
  const shift = plain.reduce((sum, weight, at) => sum + weight * (scales[at]?.mean ?? 0), 0);
  const named = Object.fromEntries(
    names.map((name, at) => [name, plain[at] ?? 0]),
  ) as EvidenceFeatures;
  return { ...named, bias: bias - shift };
}

export function oddsOf({ bias, ...weights }: FittedWeights, { features }: Row): number {
  const names = Object.keys(weights) as (keyof EvidenceFeatures)[];
  return names.reduce((sum, name) => sum + weights[name] * features[name], bias);
}

function trustOf({ what, source }: Row): number {
  if (source.includes("synth")) return trustOfGenerated;
  if (what === "other") return trustOfOther;
  return what === "far" ? trustOfFar : 1;
}

function scaleOf(values: number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}
