import { expect, test } from "vitest";
import { createAnswerSlots } from "./answer-slots.ts";

const limits = { answersPerReader: 3, answersPerKey: 12 };
const asker = { projectId: "prj_1", keyId: "key_1", network: "192.0.2.1", fp: "anonymous" };
const refused = expect.objectContaining({ code: "rate_limited", retryAfterSeconds: 5 });

test("a network may fill half of a key's places, and another is still let in", () => {
  const { takeMany } = openSlots();
  expect(takeMany(20)).toBe(6);
  expect(takeMany(20, { network: "192.0.2.2" })).toBe(3);
  expect(takeMany(1, { network: "192.0.2.3" })).toBe(1);
});

test("where greedy networks have filled all places, one that has none gets one, up to twice as many in all", () => {
  const { takeMany } = openSlots();
  const greedy = ["a", "b", "c", "d"].map((network) => takeMany(20, { network }));
  expect(greedy).toEqual([6, 3, 2, 1]);
  const more = Array.from({ length: 20 }, (_, index) =>
    takeMany(2, { network: `192.0.2.${index}` }),
  );
  expect(more).toEqual([...Array(12).fill(1), ...Array(8).fill(0)]);
});

test("a reader who is told apart has a limit of its own, in one network", () => {
  const { takeMany } = openSlots();
  expect(takeMany(20, { fp: "ada" })).toBe(3);
  expect(takeMany(2, { fp: "bob" })).toBe(2);
  // The same name somewhere else is most likely one that a site gives to everybody.
  expect(takeMany(1, { fp: "ada", network: "192.0.2.2" })).toBe(1);
});

test("keys and projects have places of their own", () => {
  const { takeMany } = openSlots();
  expect(takeMany(20)).toBe(6);
  expect(takeMany(20, { keyId: "key_2" })).toBe(6);
  expect(takeMany(20, { projectId: "prj_2" })).toBe(6);
});

test("a released place is free, and releasing it twice frees one", () => {
  const { slots, takeMany } = openSlots();
  const slot = slots.take(asker);
  expect(takeMany(20)).toBe(5);
  slot.release();
  slot.release();
  expect(takeMany(20)).toBe(1);
});

test("what nobody reads gives way, the oldest first, and what is read never does", () => {
  const { slots, ended, takeMany } = openSlots();
  const taken = [1, 2, 3, 4, 5, 6].map((number) => {
    const slot = slots.take(asker);
    slot.end = () => void ended.push(number);
    return slot;
  });
  for (const number of [2, 5]) Object.assign(taken[number - 1] ?? {}, { isLeft: true });
  expect(takeMany(20)).toBe(2);
  expect(ended).toEqual([2, 5]);
});

test("what other networks have left gives way where there is no place even for a newcomer", () => {
  const { slots, ended, takeMany } = openSlots({ answersPerReader: 3, answersPerKey: 1 });
  const slot = slots.take(asker);
  Object.assign(slot, { isLeft: true, end: () => ended.push(1) });
  expect(takeMany(2, { network: "192.0.2.2" })).toBe(1);
  expect(ended).toEqual([]);
  expect(takeMany(2, { network: "192.0.2.3" })).toBe(1);
  expect(ended).toEqual([1]);
});

function openSlots(given = limits) {
  const slots = createAnswerSlots(given);
  /** How many of so many wishes were granted. */
  const takeMany = (count: number, more: Partial<typeof asker> = {}) => {
    let taken = 0;
    for (let wish = 1; wish <= count; wish += 1) {
      try {
        slots.take({ ...asker, ...more });
        taken += 1;
      } catch (error) {
        expect(error).toEqual(refused);
      }
    }
    return taken;
  };
  const ended: number[] = [];
  return { slots, takeMany, ended };
}
