import type { Clock } from "../../lib/clock.ts";

export type Buckets = {
  /** What this caller has left before it takes so much: with less than that, it gets nothing. */
  take(caller: string, amount?: number): number;
};

type Bucket = { tokens: number; at: number };

const mostCallers = 50_000;

/**
 * A bucket per caller that refills evenly; a full one allows a burst of a whole minute's requests. Where a caller may
 * fall into debt, what it takes in vain counts too, and has to be waited for.
 */
export function createBuckets(
  perMinute: number,
  clock: Clock,
  { deepestDebt = 0 }: { deepestDebt?: number } = {},
): Buckets {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  return {
    take(caller, amount = 1) {
      const now = clock.now().getTime();
      const bucket = buckets.get(caller) ?? { tokens: perMinute, at: now };
      const left = Math.min(perMinute, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
      bucket.tokens = left - amount >= -deepestDebt ? left - amount : left;
      bucket.at = now;
      // Re-inserting keeps the map in order of last use, so the caller dropped below is the one longest silent.
      buckets.delete(caller);
      buckets.set(caller, bucket);
      const longestSilent = buckets.keys().next().value;
      if (buckets.size > mostCallers && longestSilent !== undefined) buckets.delete(longestSilent);
      return left;
    },
  };
}
