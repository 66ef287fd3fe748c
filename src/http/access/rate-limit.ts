import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Buckets, createBuckets } from "./buckets.ts";

export type RateLimit = {
  /** Takes one request of this caller's allowance, or throws. */
  take(caller: string): void;
};

type SettableLimit = RateLimit & Pick<Buckets, "setLeft">;

export function createRateLimit(perMinute: number, clock: Clock): SettableLimit {
  const buckets = createBuckets(perMinute, clock);
  return {
    setLeft: buckets.setLeft,
    take(caller) {
      const left = buckets.take(caller);
      if (left >= 1) return;
      const waitMs = ((1 - left) / perMinute) * 60_000;
      throw tooManyRequests(Math.max(1, Math.ceil(waitMs / 1_000)));
    },
  };
}

export function tooManyRequests(retryAfterSeconds: number): AppError {
  const message = "Too many requests. Please wait a moment and try again.";
  return new AppError("rate_limited", message, { retryAfterSeconds });
}
