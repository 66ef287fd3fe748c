import { setImmediate } from "node:timers/promises";
import { type Actor, operator, requireOperator } from "../lib/actor.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { deleteOldAnswers } from "../store/answers/retention.ts";
import type { Database } from "../store/database.ts";
import { listProjects } from "../store/docs/projects.ts";

const dayMs = 24 * 60 * 60_000;
const batchSize = 100;

/** Deletes what is older than the given number of days, a batch at a time; 0 keeps everything. Returns how many answers went. */
export async function dropOldAnswers(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  { keepDays, signal }: { keepDays: number; signal?: AbortSignal },
): Promise<number> {
  requireOperator(actor);
  if (keepDays === 0) return 0;
  const before = new Date(deps.clock.now().getTime() - keepDays * dayMs).toISOString();
  let dropped = 0;
  for (const { id: projectId } of await listProjects(deps.db)) {
    for (;;) {
      if (signal?.aborted) return dropped;
      const gone = await deleteOldAnswers(deps.db, { projectId, before, limit: batchSize });
      dropped += gone;
      // The embedded store holds up the whole process while it deletes.
      await setImmediate();
      if (gone < batchSize) break;
    }
  }
  return dropped;
}

type Deps = { db: Database; clock: Clock; log: Log };

/** Drops old answers now and once a day from now on. Stopping it lets the batch under way come to its end. */
export function sweepAnswers(deps: Deps, keepDays: number): { stop(): Promise<void> } {
  if (keepDays === 0) return { stop: async () => undefined };
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const sweep = () => {
    running = running.then(() => sweepOnce(deps, keepDays, stopping.signal));
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

async function sweepOnce(deps: Deps, keepDays: number, signal: AbortSignal): Promise<void> {
  try {
    const dropped = await dropOldAnswers(deps, operator, { keepDays, signal });
    if (dropped > 0) deps.log.info({ dropped, keepDays }, "old answers were deleted");
  } catch (err) {
    deps.log.warn({ err }, "old answers could not be deleted; the next sweep tries again");
  }
}
