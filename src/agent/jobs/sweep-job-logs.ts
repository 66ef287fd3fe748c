import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { type Repeating, repeat } from "../../lib/repeat.ts";
import { inBatches } from "../../lib/sweeps/in-batches.ts";
import type { Database } from "../../store/database.ts";
import { deleteOldJobEvents } from "../../store/jobs/old-job-events.ts";
import { withLease } from "../../store/leases.ts";

type Deps = { db: Database; clock: Clock; log: Log };

const dayMs = 24 * 60 * 60_000;

/** Deletes the logs of jobs that ended longer ago than that, now and once a day, on one node at a time; 0 keeps them. */
export function sweepJobLogs(deps: Deps, keepDays: number): Repeating {
  const sweep = async (signal: AbortSignal) => {
    if (keepDays === 0) return;
    await withLease(deps, { name: "sweep-job-logs", signal }, () =>
      dropOldJobLogs(deps, keepDays, signal),
    );
  };
  const onError = (err: unknown) => deps.log.warn({ err }, "old logs of jobs could not be deleted");
  return repeat(sweep, { pauseMs: dayMs, onError });
}

export async function dropOldJobLogs(
  { db, clock }: Omit<Deps, "log">,
  keepDays: number,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - keepDays * dayMs).toISOString();
  let after: string | undefined = "";
  await inBatches(async (limit) => {
    after = await deleteOldJobEvents(db, { before, after: after ?? "", limit });
    return after !== undefined;
  }, signal);
}
