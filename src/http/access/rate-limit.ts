import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";

export type RateLimit = {
  /** Takes one request of this caller's allowance, or throws. */
  take(caller: string): void;
};

type Bucket = { tokens: number; at: number };

const mostCallers = 50_000;

/** A bucket per caller that refills evenly; a full one allows a burst of a whole minute's requests. */
export function createRateLimit(perMinute: number, clock: Clock): RateLimit {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  return {
    take(caller) {
      const now = clock.now().getTime();
      const bucket = buckets.get(caller) ?? { tokens: perMinute, at: now };
      bucket.tokens = Math.min(perMinute, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
      bucket.at = now;
      if (bucket.tokens < 1) {
        throw new AppError(
          "rate_limited",
          "Too many requests. Please wait a moment and try again.",
          {
            retryAfterSeconds: Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1_000)),
          },
        );
      }
      bucket.tokens -= 1;
      // Re-inserting keeps the map in order of last use, so the caller dropped below is the one longest silent.
      buckets.delete(caller);
      buckets.set(caller, bucket);
      const longestSilent = buckets.keys().next().value;
      if (buckets.size > mostCallers && longestSilent !== undefined) buckets.delete(longestSilent);
    },
  };
}
