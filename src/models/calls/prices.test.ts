import { expect, test } from "vitest";
import { makeTree } from "../../../test/make-tree.ts";
import { costMicros, knownPrices, priceOf } from "./prices.ts";
import { readPrices } from "./read-prices.ts";

const tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

test("a million tokens cost the price, and parts of a millionth are rounded up", () => {
  const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  expect(costMicros(price, { ...tokens, inputTokens: 1_000_000 })).toBe(3_000_000);
  expect(costMicros(price, { ...tokens, outputTokens: 10, cacheReadTokens: 10 })).toBe(153);
  expect(costMicros(price, { ...tokens, cacheReadTokens: 1 })).toBe(1);
  expect(costMicros(price, tokens)).toBe(0);
  expect(costMicros({ ...price, input: 1_000_000 }, { ...tokens, inputTokens: 1e9 })).toBe(2e9);
});

test("a dated id has the price of its model, and another model has none", () => {
  const price = priceOf(knownPrices, "claude-sonnet-4-5");
  expect(price).toMatchObject({ input: 3, output: 15 });
  expect(priceOf(knownPrices, "claude-sonnet-4-5-20250929")).toBe(price);
  expect(priceOf(knownPrices, "gpt-4o-2024-08-06")).toMatchObject({ input: 2.5 });
  expect(priceOf(knownPrices, "claude-sonnet-4-5-fast")).toBeUndefined();
});

test("a file adds prices and replaces known ones", async () => {
  const own = { llama3: { input: 0.1, output: 0.2 }, "gpt-4o": { input: 1, output: 2 } };
  const { prices, faults } = await read(JSON.stringify(own));
  expect(faults).toEqual([]);
  expect(priceOf(prices, "llama3")).toEqual({
    input: 0.1,
    output: 0.2,
    cacheRead: 0.1,
    cacheWrite: 0.1,
  });
  expect(priceOf(prices, "gpt-4o")).toMatchObject({ input: 1, cacheRead: 1 });
  expect(priceOf(prices, "claude-opus-5-5")).toBe(priceOf(knownPrices, "claude-opus-5-5"));
});

test("every fault of a file is listed", async () => {
  const wrong = { a: { input: -1, output: "2" }, b: { input: 1 }, c: { ...one, speed: 3 } };
  const { prices, faults } = await read(JSON.stringify(wrong));
  expect(prices).toBe(knownPrices);
  expect(faults).toHaveLength(4);
  expect(faults[0]).toBe('"a" "input": must not be below 0');
  expect(faults.join()).toContain("speed");
});

test("what is no such file is a fault", async () => {
  expect((await read("{")).faults).toEqual(["names a file that is no JSON"]);
  expect((await read(`"${"x".repeat(1_100_000)}"`)).faults[0]).toContain("more than 1048576");
  const { root } = await makeTree({});
  expect(readPrices(root).faults).toEqual(["names no file"]);
  expect(readPrices(`${root}/none.json`).faults[0]).toContain("ENOENT");
});

const one = { input: 1, output: 1 };

async function read(text: string) {
  const { root } = await makeTree({ "prices.json": text });
  return readPrices(`${root}/prices.json`);
}
