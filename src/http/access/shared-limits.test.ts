import { expect, test } from "vitest";
import { emptyStoreLocation, openUntilEnd } from "../../../test/store-rows.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { dropQuietLimits, spendShared } from "../../store/access/shared-limits.ts";
import { createFairLimit } from "./fair-limit.ts";
import { createRateLimit } from "./rate-limit.ts";
import { createSharedLimits } from "./shared-limits.ts";

const log = createLog({ level: "silent", format: "json" });
const perMinute = 20;

/** How many of so many requests get through. */
function through(count: number, take: () => void): number {
  let passed = 0;
  for (let one = 0; one < count; one += 1) {
    try {
      take();
      passed += 1;
    } catch {
      return passed;
    }
  }
  return passed;
}

test.each(["address", "key"] as const)(
  "what a caller has taken of the limit of its %s on one node it does not have on another",
  async (kind) => {
    const location = await emptyStoreLocation("postgres");
    const makeNode = async () => {
      const db = await openUntilEnd(location);
      const shared = createSharedLimits({
        spend: (uses) => spendShared(db, uses),
        dropQuiet: () => dropQuietLimits(db),
        log,
      });
      const address = shared("address", perMinute, createRateLimit(perMinute, systemClock));
      const key = shared("key", perMinute, createFairLimit(perMinute, systemClock));
      const take = () =>
        kind === "key" ? key.take("key_1", "192.0.2.1") : address.take("192.0.2.1");
      return { db, take };
    };
    const [one, other] = [await makeNode(), await makeNode()];
    const left = async () =>
      (await one.db.selectFrom("sharedLimits").select(["caller", "tokens"]).execute())[0];
    expect(through(15, one.take)).toBe(15);
    await expect.poll(async () => (await left())?.tokens).toBe(5);
    expect(through(1, other.take)).toBe(1);
    await expect.poll(async () => (await left())?.tokens).not.toBe(5);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(through(20, other.take)).toBeLessThan(10);
    expect((await left())?.caller).not.toContain("192.0.2.1");
  },
);
