import { randomUUID } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { repeat } from "../../lib/repeat.ts";
import { type Database, locationOf } from "../database.ts";
import { dropEndedLeases, dropLease, takeLease } from "../leases.ts";
import { migrations } from "../migrate.ts";
import { levelOf, nodeLease } from "../migrations/older-code.ts";

const beatMs = 10_000;
const lastsMs = 35_000;

type Deps = { db: Database; clock: Clock; log: Log };

/** Tells the nodes on one PostgreSQL how new this one is, so that none takes away what its code still uses. */
export function startNodeBeat(
  { db, clock, log }: Deps,
  level = levelOf(migrations),
): { stop(): Promise<void> } {
  if (locationOf(db).kind === "sqlite") return { stop: async () => undefined };
  const lease = { name: `${nodeLease}${randomUUID()}`, owner: level };
  const beat = repeat(
    async () => {
      const now = clock.now();
      await takeLease(db, { ...lease, now, lastsMs });
      await dropEndedLeases(db, now);
    },
    {
      pauseMs: beatMs,
      onError: (err) => log.debug({ err }, "could not tell other nodes that this one runs"),
    },
  );
  beat.start();
  return {
    async stop() {
      await beat.stop();
      await dropLease(db, lease).catch((err) => log.debug({ err }, "a lease was left to end"));
    },
  };
}
