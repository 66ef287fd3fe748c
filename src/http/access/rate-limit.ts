import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { createBuckets } from "./buckets.ts";

export type RateLimit = {
  /** Takes one request of this caller's allowance, or one that weighs as much as several, or throws. */
  take(caller: string, weight?: number): void;
};

export function createRateLimit(perMinute: number, clock: Clock): RateLimit {
  const buckets = createBuckets(perMinute, clock);
  return {
    take(caller, weight = 1) {
      // Whatever it weighs beside the request itself, a caller that has been silent for a minute may send it.
      const amount = Math.min(weight, Math.max(1, perMinute - 1));
      const left = buckets.take(caller, amount);
      if (left >= amount) return;
      const waitMs = ((amount - left) / perMinute) * 60_000;
      throw tooManyRequests(Math.max(1, Math.ceil(waitMs / 1_000)));
    },
  };
}

export function tooManyRequests(retryAfterSeconds: number): AppError {
  const message = "Too many requests. Please wait a moment and try again.";
  return new AppError("rate_limited", message, { retryAfterSeconds });
}
