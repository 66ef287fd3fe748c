import { readQuantised } from "../../models/vectors/static/quantise.ts";
import type { DescribedGroup, GroupDescription } from "./grouping-calls.ts";
import { nameGroup, type TermCounts } from "./name-group.ts";

const mostExamples = 5;

/** Names a group, and says which of its questions are the most typical: those nearest to all others. */
export function describeQuestions(
  { id, questions }: DescribedGroup,
  terms: TermCounts,
): GroupDescription {
  const mean = meanOf(questions.map(({ vector }) => vector));
  const byText = new Map<string, { id: string; text: string; nearness: number }>();
  for (const { id: questionId, textKey, text, vector } of questions) {
    if (byText.has(textKey)) continue;
    byText.set(textKey, { id: questionId, text, nearness: nearnessOf(vector, mean) });
  }
  const typical = [...byText.values()].sort((one, other) => other.nearness - one.nearness);
  const named = nameGroup(
    typical.map(({ text }) => text),
    terms,
  );
  return { id, ...named, exampleIds: typical.slice(0, mostExamples).map((one) => one.id) };
}

/** The mean of stored vectors. */
export function meanOf(stored: Uint8Array[]): Float32Array {
  const mean = new Float32Array(Math.max(0, ...stored.map((one) => readable(one).length)));
  for (const one of stored) {
    const components = readable(one);
    for (let at = 0; at < components.length; at += 1)
      mean[at] = (mean[at] ?? 0) + (components[at] ?? 0) / stored.length;
  }
  return mean;
}

/** How near a stored vector is to a mean. */
export function nearnessOf(stored: Uint8Array, mean: Float32Array): number {
  const components = readable(stored);
  let sum = 0;
  for (let at = 0; at < components.length; at += 1) sum += (components[at] ?? 0) * (mean[at] ?? 0);
  return sum;
}

const shortest = 4;

function readable(stored: Uint8Array): Float32Array {
  if (stored.length <= shortest) return new Float32Array();
  const { scale, components } = readQuantised(stored);
  return Float32Array.from(components, (value) => value * scale);
}
