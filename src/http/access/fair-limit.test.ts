import { expect, test } from "vitest";
import { AppError } from "../../lib/app-error.ts";
import { createFairLimit, type FairLimit } from "./fair-limit.ts";

function openLimit(perMinute: number) {
  let now = Date.parse("2030-01-01T12:00:00Z");
  const limit = createFairLimit(perMinute, { now: () => new Date(now) });
  const passTime = (ms: number) => {
    now += ms;
  };
  return { limit, passTime };
}

function refusalOf(limit: FairLimit, network: string, key = "key"): AppError | undefined {
  try {
    limit.take(key, network);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function takeMany(limit: FairLimit, network: string, count: number): number {
  let taken = 0;
  for (let index = 0; index < count; index += 1) if (!refusalOf(limit, network)) taken += 1;
  return taken;
}

test("a network that is alone may use a key's whole minute at once, and gets it back evenly", () => {
  const { limit, passTime } = openLimit(60);
  expect(takeMany(limit, "a", 100)).toBe(60);
  passTime(10_000);
  expect(takeMany(limit, "a", 100)).toBe(10);
  passTime(3_600_000);
  expect(takeMany(limit, "a", 100)).toBe(60);
});

test("a reader is served after five networks have spent the key, and goes on being served", () => {
  const { limit, passTime } = openLimit(1_200);
  const attackers = ["a", "b", "c", "d", "e"];
  const storm = () => {
    for (let round = 0; round < 30; round += 1)
      for (const attacker of attackers) refusalOf(limit, attacker);
  };
  for (let second = 0; second < 20; second += 1) {
    storm();
    expect(refusalOf(limit, "reader")).toBeUndefined();
    passTime(1_000);
  }
});

test("a hundred new readers at once are served while a key is being spent", () => {
  const { limit } = openLimit(1_200);
  for (const attacker of ["a", "b", "c", "d", "e"]) takeMany(limit, attacker, 300);
  for (let reader = 0; reader < 100; reader += 1)
    expect(takeMany(limit, `reader ${reader}`, 5)).toBe(5);
});

test("under pressure networks get equal shares", () => {
  const { limit, passTime } = openLimit(1_200);
  const served = { a: 0, b: 0 };
  for (let second = 0; second < 60; second += 1) {
    served.a += takeMany(limit, "a", 100);
    served.b += takeMany(limit, "b", 20);
    passTime(1_000);
  }
  expect(served.b / served.a).toBeGreaterThan(0.8);
});

test("thousands of networks together get no more than twice what a key allows", () => {
  const { limit } = openLimit(1_200);
  let served = 0;
  for (let network = 0; network < 10_000; network += 1)
    served += takeMany(limit, `network ${network}`, 2);
  expect(served).toBeLessThanOrEqual(2 * 1_200 + 1);
});

test("waiting as long as the refusal says is enough", () => {
  for (const others of [0, 1, 5]) {
    const { limit, passTime } = openLimit(60);
    for (let other = 0; other < others; other += 1) takeMany(limit, `other ${other}`, 1);
    takeMany(limit, "a", 100);
    const refused = refusalOf(limit, "a");
    expect(refused?.code).toBe("rate_limited");
    passTime((refused?.retryAfterSeconds ?? 0) * 1_000);
    expect(refusalOf(limit, "a")).toBeUndefined();
  }
});

test("one key's use does not touch another's", () => {
  const { limit } = openLimit(5);
  takeMany(limit, "a", 10);
  expect(refusalOf(limit, "a", "other")).toBeUndefined();
});

test("the 65,536 networks of one IPv6 /48 have one share among them", () => {
  const { limit } = openLimit(1_200);
  refusalOf(limit, "2001:db8:2:1::/64");
  for (let part = 0; part < 5_000; part += 1)
    refusalOf(limit, `2001:db8:1:${part.toString(16)}::/64`);
  expect(takeMany(limit, "2001:db8:2:1::/64", 500)).toBe(500);
  expect(takeMany(limit, "203.0.113.9", 300)).toBe(300);
});
