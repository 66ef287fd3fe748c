import { expect, test } from "vitest";
import { emptyStoreLocation, openUntilEnd } from "../../test/store-rows.ts";
import { systemClock } from "../lib/clock.ts";
import { createLog } from "../lib/log.ts";
import { dropLease, takeLease, withLease } from "./leases.ts";

const log = createLog({ level: "silent", format: "json" });

test("of several nodes one works at a time, and each gets its turn", async () => {
  const location = await emptyStoreLocation("postgres");
  const first = await openUntilEnd(location);
  const nodes = [first, await openUntilEnd(location), await openUntilEnd(location)];
  let running = 0;
  const together: number[] = [];
  const work = async () => {
    running += 1;
    together.push(running);
    await new Promise((resolve) => setTimeout(resolve, 30));
    running -= 1;
  };
  const lease = { name: "sync src_1" };
  await Promise.all(nodes.map((db) => withLease({ db, clock: systemClock, log }, lease, work)));
  expect(together).toEqual([1, 1, 1]);
  expect(await first.selectFrom("leases").selectAll().execute()).toEqual([]);
});

test("a lease whose owner is gone is taken over when it has ended, and only its owner gives one back", async () => {
  const db = await openUntilEnd(await emptyStoreLocation("postgres"));
  const now = new Date();
  const later = new Date(now.getTime() + 60_000);
  const mine = { name: "sync src_1", owner: "mine" };
  const theirs = { ...mine, owner: "theirs" };
  expect(await takeLease(db, { ...mine, now })).toBe(true);
  expect(await takeLease(db, { ...theirs, now })).toBe(false);
  await dropLease(db, theirs);
  expect(await takeLease(db, { ...theirs, now })).toBe(false);
  expect(await takeLease(db, { ...theirs, now: later })).toBe(true);
  expect(await takeLease(db, { ...mine, now: later })).toBe(false);
});
