import { setImmediate } from "node:timers/promises";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { deleteOldActs } from "../store/access/acts.ts";
import type { Database } from "../store/database.ts";

type Deps = { db: Database; clock: Clock; log: Log };

const dayMs = 24 * 60 * 60_000;
const batchSize = 500;

/** Forgets what was done longer ago than that, now and once a day; 0 keeps everything. */
export function sweepActs(deps: Deps, keepDays: number): { stop(): Promise<void> } {
  if (keepDays === 0) return { stop: async () => undefined };
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const sweep = () => {
    running = running
      .then(() => dropOldActs(deps, keepDays, stopping.signal))
      .catch((err) => deps.log.warn({ err }, "old activity could not be deleted"));
  };
  sweep();
  const timer = setInterval(sweep, dayMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      stopping.abort();
      return running;
    },
  };
}

export async function dropOldActs(
  { db, clock }: Omit<Deps, "log">,
  keepDays: number,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - keepDays * dayMs).toISOString();
  for (;;) {
    if (signal?.aborted) return;
    const gone = await deleteOldActs(db, { before, limit: batchSize });
    // The embedded store holds up the whole process while it deletes.
    await setImmediate();
    if (gone < batchSize) return;
  }
}
