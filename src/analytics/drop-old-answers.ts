import { setImmediate } from "node:timers/promises";
import { type Actor, requireOperator } from "../lib/actor.ts";
import type { Clock } from "../lib/clock.ts";
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
