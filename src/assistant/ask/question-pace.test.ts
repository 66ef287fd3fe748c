import { expect, test } from "vitest";
import { createQuestionPace } from "./question-pace.ts";

function createAsker() {
  let now = 1_000;
  const pace = createQuestionPace(() => now);
  const order: string[] = [];
  return {
    order,
    pass(ms: number) {
      now += ms;
    },
    ask: (network: string) => pace.take(network).then(() => void order.push(network)),
  };
}

test("whoever is alone waits for nothing", async () => {
  const { ask, order } = createAsker();
  await ask("a");
  const all = Array.from({ length: 1_000 }, () => ask("a"));
  await new Promise(setImmediate);
  expect(order).toHaveLength(1_001);
  await Promise.all(all);
});

test("many questions of one network begin with pauses while another one asks, which waits for none of them", async () => {
  const { ask, order } = createAsker();
  await ask("reader");
  const many = Array.from({ length: 12 }, () => ask("many"));
  await new Promise(setImmediate);
  const atOnce = order.filter((network) => network === "many").length;
  expect(atOnce).toBeLessThan(8);
  await ask("reader");
  expect(order.at(-1)).toBe("reader");
  expect(order.filter((network) => network === "many").length).toBeLessThan(12);
  await Promise.all(many);
  expect(order).toHaveLength(14);
});

test("too many are refused, and later there is room again", async () => {
  const { ask, pass } = createAsker();
  await ask("reader");
  const outcomes = Array.from({ length: 300 }, () => ask("many").then(() => "began", String));
  const last = await outcomes.at(-1);
  expect(last).toContain("Many questions come from your network");
  pass(9_000);
  await ask("reader");
  expect(await Promise.race([ask("many").then(() => "began"), "waits"])).toBe("waits");
  pass(60_000);
  await ask("many");
});
