import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { repeat } from "../lib/repeat.ts";
import { type Database, locationOf } from "./database.ts";

const leaseMs = 8_000;
const beatMs = 2_000;
const lookMs = 250;

type Deps = { db: Database; clock: Clock; log: Log };

/**
 * Does work that only one node may do at a time: the others wait for their turn. A node that dies lets go of it within
 * seconds. On an embedded store there are no others.
 */
export async function withLease<Result>(
  deps: Deps,
  { name, signal }: { name: string; signal?: AbortSignal | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  const { db, clock, log } = deps;
  if (locationOf(db).kind === "sqlite") return work();
  const lease = { name, owner: randomUUID() };
  const take = () => takeLease(db, { ...lease, now: clock.now() });
  while (!(await take())) {
    signal?.throwIfAborted();
    await pause(lookMs);
  }
  const beat = repeat(async () => void (await take()), {
    pauseMs: beatMs,
    onError: (err) => log.warn({ err, name }, "a lease could not be renewed"),
  });
  beat.start();
  try {
    return await work();
  } finally {
    await beat.stop();
    await dropLease(db, lease).catch((err) => log.debug({ err, name }, "a lease was left to end"));
  }
}

type Lease = { name: string; owner: string };

/** Takes or renews it; false while another one has it. */
export async function takeLease(
  db: Database,
  { name, owner, now, lastsMs = leaseMs }: Lease & { now: Date; lastsMs?: number },
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + lastsMs).toISOString();
  const taken = await db
    .insertInto("leases")
    .values({ name, owner, expiresAt })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ owner, expiresAt })
        .where((expression) =>
          expression.or([
            expression("leases.expiresAt", "<", now.toISOString()),
            expression("leases.owner", "=", owner),
          ]),
        ),
    )
    .returning("name")
    .executeTakeFirst();
  return taken !== undefined;
}

export async function dropLease(db: Database, { name, owner }: Lease): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", name).where("owner", "=", owner).execute();
}

/** Those of nodes that died, under names that nobody may ever take again. */
export async function dropEndedLeases(db: Database, now: Date): Promise<void> {
  await db.deleteFrom("leases").where("expiresAt", "<", now.toISOString()).execute();
}
