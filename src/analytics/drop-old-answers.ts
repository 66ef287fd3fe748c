import { setImmediate } from "node:timers/promises";
import { type Actor, operator, requireOperator } from "../lib/actor.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { deleteOldAnswers } from "../store/answers/retention.ts";
import type { Database } from "../store/database.ts";
import { listProjects, type Project } from "../store/docs/projects.ts";

const dayMs = 24 * 60 * 60_000;
const batchSize = 100;

/** Of a project's answers; 0 keeps them. Asked each time, so that a change counts at the next sweep. */
export type KeepDays = (project: Project) => number;

/** Deletes what is older than a project keeps, a batch at a time. Returns how many answers went. */
export async function dropOldAnswers(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  { keepDays, signal }: { keepDays: KeepDays; signal?: AbortSignal },
): Promise<number> {
  requireOperator(actor);
  let dropped = 0;
  for (const project of await listProjects(deps.db)) {
    const days = keepDays(project);
    if (days === 0) continue;
    const projectId = project.id;
    const before = new Date(deps.clock.now().getTime() - days * dayMs).toISOString();
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
export function sweepAnswers(deps: Deps, keepDays: KeepDays): { stop(): Promise<void> } {
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

async function sweepOnce(deps: Deps, keepDays: KeepDays, signal: AbortSignal): Promise<void> {
  try {
    const dropped = await dropOldAnswers(deps, operator, { keepDays, signal });
    if (dropped > 0) deps.log.info({ dropped }, "old answers were deleted");
  } catch (err) {
    deps.log.warn({ err }, "old answers could not be deleted; the next sweep tries again");
  }
}
