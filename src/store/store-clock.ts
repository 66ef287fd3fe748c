import { sql } from "kysely";
import { type Clock, systemClock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { repeat } from "../lib/repeat.ts";
import { type Database, locationOf } from "./database.ts";

export type StoreClock = Clock & { stop(): Promise<void> };

const lookMs = 10_000;

/**
 * The time of the PostgreSQL that nodes share: leases, schedules and ends of keys mean the same on each of them, however
 * wrong the clock of its machine is. Between two looks it goes on by the time that has passed here, which no clock changes.
 */
export async function createStoreClock(db: Database, log: Log): Promise<StoreClock> {
  if (locationOf(db).kind === "sqlite") return { ...systemClock, stop: async () => undefined };
  let offsetMs = await measureOffset(db);
  const looks = repeat(
    async () => {
      offsetMs = await measureOffset(db);
    },
    {
      pauseMs: lookMs,
      onError: (err) => log.debug({ err }, "could not ask the store for the time"),
    },
  );
  looks.start();
  return { now: () => new Date(offsetMs + performance.now()), stop: looks.stop };
}

/** What has to be added to the time since this process began. */
async function measureOffset(db: Database): Promise<number> {
  const askedAt = performance.now();
  const { rows } = await sql<{ ms: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as ms`.execute(
    db,
  );
  const heardAt = performance.now();
  const [row] = rows;
  if (!row) throw new Error("the store did not tell the time");
  return Math.round(row.ms - (askedAt + heardAt) / 2);
}
