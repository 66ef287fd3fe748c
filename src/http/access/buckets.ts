import type { Clock } from "../../lib/clock.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";

export type Buckets = {
  /** What this caller has left before it takes so much: with less than that, it gets nothing. */
  take(caller: string, amount?: number): number;
  /** What this caller has left is this, as somebody knows who sees more of it. */
  setLeft(caller: string, left: number): void;
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
  const buckets = createWeightedCache<Bucket>(mostCallers);
  const perMs = perMinute / 60_000;
  return {
    take(caller, amount = 1) {
      const now = clock.now().getTime();
      const bucket = buckets.get(caller) ?? { tokens: perMinute, at: now };
      const left = Math.min(perMinute, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
      bucket.tokens = left - amount >= -deepestDebt ? left - amount : left;
      bucket.at = now;
      buckets.set(caller, bucket, 1);
      return left;
    },
    setLeft(caller, left) {
      buckets.set(caller, { tokens: left, at: clock.now().getTime() }, 1);
    },
  };
}
