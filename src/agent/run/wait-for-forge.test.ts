import { expect, test } from "vitest";
import { pauseMs } from "./wait-for-forge.ts";

test("pauses begin with a second and double to a minute, and a host's own wish counts for up to an hour", () => {
  const within = (ms: number, from: number) => {
    expect(ms).toBeGreaterThanOrEqual(from);
    expect(ms).toBeLessThanOrEqual(from * 1.25);
  };
  within(pauseMs(1, 0), 1_000);
  within(pauseMs(3, 0), 4_000);
  within(pauseMs(7, 0), 60_000);
  within(pauseMs(10_000, 0), 60_000);
  expect(pauseMs(1, 90)).toBeGreaterThanOrEqual(90_000);
  expect(pauseMs(1, 1e9)).toBeLessThan(66 * 60_000);
});
