import { expect, test } from "vitest";
import { createRecentEvents } from "./recent-events.ts";

const event = { type: "start-step" } as const;
const seqs = (events: { seq: number }[] | undefined) => events?.map(({ seq }) => seq);

test("a reader gets what is behind its place, and nothing twice", () => {
  const recent = createRecentEvents(1);
  for (const seq of [2, 3, 4]) recent.add({ seq, event });
  expect(seqs(recent.after(1))).toEqual([2, 3, 4]);
  expect(seqs(recent.after(3))).toEqual([4]);
  expect(seqs(recent.after(4))).toEqual([]);
});

test("a reader behind what is kept has to ask the store", () => {
  const recent = createRecentEvents(1);
  for (let seq = 2; seq <= 1_000; seq += 1) recent.add({ seq, event });
  expect(recent.after(0)).toBeUndefined();
  expect(recent.after(1)).toBeUndefined();
  expect(seqs(recent.after(998))).toEqual([999, 1_000]);
  expect(recent.after(900)?.length).toBe(100);
});
