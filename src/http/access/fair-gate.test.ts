import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createFairGate, type FairGate } from "./fair-gate.ts";

/** Work that lasts until it is told to end. */
function openWork(gate: FairGate, network: string, started: string[] = []) {
  const { promise, resolve: end } = Promise.withResolvers<string>();
  const done = gate.pass(network, () => {
    started.push(network);
    return promise;
  });
  return { done, end: () => end(network) };
}

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

test("what comes alone is worked on at once, and what comes with it in the next turns", async () => {
  const gate = createFairGate();
  const started: string[] = [];
  openWork(gate, "a", started);
  openWork(gate, "b", started);
  openWork(gate, "c", started);
  for (let count = 0; count < 5; count += 1) await Promise.resolve();
  expect(started).toEqual(["a"]);
  await someTurns();
  expect(started).toEqual(["a", "b", "c"]);
});

test("four requests of a network are worked on at a time, and the next when one is done", async () => {
  const gate = createFairGate();
  const started: string[] = [];
  const works = Array.from({ length: 10 }, () => openWork(gate, "a", started));
  await someTurns();
  expect(started).toHaveLength(4);
  works[0]?.end();
  await someTurns();
  expect(started).toHaveLength(5);
  for (const { end, done } of works) {
    end();
    await done;
  }
  expect(started).toHaveLength(10);
});

test("somebody with one request does not wait behind a hundred of another", async () => {
  const gate = createFairGate();
  const started: string[] = [];
  const crowd = Array.from({ length: 100 }, () =>
    gate.pass("crowd", async () => void started.push("crowd")),
  );
  // The crowd's line moves when the first of it have ended.
  await nextTurn();
  const before = started.length;
  await gate.pass("reader", async () => void started.push("reader"));
  expect(started.indexOf("reader") - before).toBeLessThanOrEqual(5);
  await Promise.all(crowd);
  expect(started).toHaveLength(101);
});

test("networks take turns", async () => {
  const gate = createFairGate();
  const started: string[] = [];
  const held = ["a", "b"].flatMap((network) =>
    Array.from({ length: 4 }, () => openWork(gate, network)),
  );
  await someTurns();
  const waiting = ["a", "a", "a", "b", "b", "b"].map((network) =>
    gate.pass(network, async () => void started.push(network)),
  );
  for (const { end } of held) end();
  await Promise.all(waiting);
  expect(started.slice(0, 4).sort()).toEqual(["a", "a", "b", "b"]);
});

test("a line that is too long is refused with a time to wait, and others are not", async () => {
  const gate = createFairGate();
  const works = Array.from({ length: 201 }, () => openWork(gate, "a"));
  await expect(gate.pass("a", async () => "in")).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 1,
  });
  expect(await gate.pass("b", async () => "in")).toBe("in");
  for (const { end, done } of works) {
    end();
    await done;
  }
  expect(await gate.pass("a", async () => "in")).toBe("in");
});

test("work that fails leaves its place", async () => {
  const gate = createFairGate();
  for (let count = 0; count < 10; count += 1)
    await expect(gate.pass("a", () => Promise.reject(new Error("x")))).rejects.toThrow("x");
  expect(await gate.pass("a", async () => "in")).toBe("in");
});

test("work that waits for something else gives its place up", async () => {
  const gate = createFairGate();
  for (let count = 0; count < 4; count += 1) openWork(gate, "a");
  expect(await gate.pass("a", async () => "in")).toBe("in");
});
