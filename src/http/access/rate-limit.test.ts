import { expect, test } from "vitest";
import { AppError } from "../../lib/app-error.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";

function fakeClock() {
  let ms = Date.parse("2026-01-01T00:00:00Z");
  return {
    now: () => new Date(ms),
    pass(span: number) {
      ms += span;
    },
  };
}

function refusalOf(limit: RateLimit, caller = "a"): AppError | undefined {
  try {
    limit.take(caller);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function takeMany(limit: RateLimit, count: number, caller = "a"): number {
  let taken = 0;
  for (let index = 0; index < count; index += 1)
    if (refusalOf(limit, caller) === undefined) taken += 1;
  return taken;
}

test("a minute's allowance may be used at once and no more", () => {
  const limit = createRateLimit(60, fakeClock());
  expect(takeMany(limit, 100)).toBe(60);
});

test("the allowance comes back evenly", () => {
  const clock = fakeClock();
  const limit = createRateLimit(60, clock);
  takeMany(limit, 60);
  clock.pass(10_000);
  expect(takeMany(limit, 100)).toBe(10);
});

test("a long silence saves up no more than a minute's allowance", () => {
  const clock = fakeClock();
  const limit = createRateLimit(60, clock);
  takeMany(limit, 60);
  clock.pass(3_600_000);
  expect(takeMany(limit, 100)).toBe(60);
});

test("waiting as long as the refusal says is enough", () => {
  const clock = fakeClock();
  for (const perMinute of [1, 7, 60, 1_200]) {
    const limit = createRateLimit(perMinute, clock);
    takeMany(limit, perMinute);
    const refused = refusalOf(limit);
    expect(refused?.code).toBe("rate_limited");
    clock.pass((refused?.retryAfterSeconds ?? 0) * 1_000);
    expect(refusalOf(limit)).toBeUndefined();
  }
});

test("one caller's use does not touch another's", () => {
  const limit = createRateLimit(5, fakeClock());
  takeMany(limit, 10, "a");
  expect(takeMany(limit, 10, "b")).toBe(5);
});

test("a clock that is set back neither refills nor throws", () => {
  const clock = fakeClock();
  const limit = createRateLimit(5, clock);
  takeMany(limit, 5);
  clock.pass(-3_600_000);
  expect(refusalOf(limit)?.code).toBe("rate_limited");
});

test("a flood of callers pushes out the longest silent ones, not the busy one", () => {
  const limit = createRateLimit(5, fakeClock());
  takeMany(limit, 4, "busy");
  for (let index = 0; index < 49_000; index += 1) limit.take(`caller ${index}`);
  expect(takeMany(limit, 1, "busy")).toBe(1);
  for (let index = 0; index < 49_000; index += 1) limit.take(`other ${index}`);
  expect(takeMany(limit, 1, "busy")).toBe(0);
});
