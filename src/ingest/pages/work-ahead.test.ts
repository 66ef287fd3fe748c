import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { workAhead } from "./work-ahead.ts";

async function* numbers(most: number, onEnd: () => void = () => undefined) {
  try {
    for (let number = 0; number < most; number += 1) yield number;
  } finally {
    onEnd();
  }
}

test("results come in the order of the items, whatever each takes, and few are in work at once", async () => {
  let inWork = 0;
  let mostInWork = 0;
  const results: number[] = [];
  const work = async (number: number) => {
    inWork += 1;
    mostInWork = Math.max(mostInWork, inWork);
    for (let turn = number % 3; turn >= 0; turn -= 1) await setImmediate();
    inWork -= 1;
    return number;
  };
  for await (const result of workAhead(numbers(40), work)) results.push(result);
  expect(results).toEqual(Array.from({ length: 40 }, (_, number) => number));
  expect(mostInWork).toBeGreaterThan(1);
  expect(mostInWork).toBeLessThanOrEqual(5);
});

test("a fault ends the loop in its turn and gives the source back", async () => {
  const results: number[] = [];
  let ended = false;
  const work = async (number: number) => {
    if (number === 2) throw new Error("the third");
    return number;
  };
  const loop = async () => {
    for await (const result of workAhead(
      numbers(40, () => (ended = true)),
      work,
    ))
      results.push(result);
  };
  await expect(loop()).rejects.toThrow("the third");
  expect({ results, ended }).toEqual({ results: [0, 1], ended: true });
});
