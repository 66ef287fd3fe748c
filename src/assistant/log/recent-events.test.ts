import { expect, test } from "vitest";
import { createRecentEvents } from "./recent-events.ts";

const event = { type: "start-step" } as const;
const seqs = (events: { seq: number }[] | undefined) => events?.map(({ seq }) => seq);

test("a reader gets what is behind its place, and nothing twice", () => {
  const recent = createRecentEvents();
  recent.begin("a", 1);
  for (const seq of [2, 3, 4]) recent.add({ answerId: "a", seq, event });
  expect(seqs(recent.after("a", 1))).toEqual([2, 3, 4]);
  expect(seqs(recent.after("a", 3))).toEqual([4]);
  expect(seqs(recent.after("a", 4))).toEqual([]);
});

test("a reader behind what is kept has to ask the store", () => {
  const recent = createRecentEvents();
  recent.begin("a", 1);
  for (let seq = 2; seq <= 1_000; seq += 1) recent.add({ answerId: "a", seq, event });
  expect(recent.after("a", 0)).toBeUndefined();
  expect(recent.after("a", 1)).toBeUndefined();
  expect(seqs(recent.after("a", 998))).toEqual([999, 1_000]);
  expect(recent.after("a", 900)?.length).toBe(100);
});

test("answers of others and those that have ended are the store's", () => {
  const recent = createRecentEvents();
  recent.add({ answerId: "b", seq: 2, event });
  expect(recent.after("b", 1)).toBeUndefined();
  recent.begin("b", 1);
  recent.add({ answerId: "b", seq: 2, event });
  recent.end("b");
  expect(recent.after("b", 1)).toBeUndefined();
});
