import { type Actor, operator, requireOperator } from "../lib/actor.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { inBatches } from "../lib/sweeps/in-batches.ts";
import { deleteOldEvents } from "../store/answers/old-events.ts";
import { deleteOldAnswers } from "../store/answers/retention.ts";
import type { Database } from "../store/database.ts";
import { listProjects, type Project } from "../store/docs/projects.ts";
import { withLease } from "../store/leases.ts";

const dayMs = 24 * 60 * 60_000;
/** Whoever resumes an answer that has ended does so by then. */
const keepEventsMs = 2 * dayMs;

/** Of a project's answers; 0 keeps them. Asked each time, so that a change counts at the next sweep. */
export type KeepDays = (project: Project) => number;

type Sweep = { keepDays: KeepDays; signal?: AbortSignal };

/** Deletes what is older than a project keeps, a batch at a time. Returns how many answers went. */
export async function dropOldAnswers(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  { keepDays, signal }: Sweep,
): Promise<number> {
  requireOperator(actor);
  let dropped = 0;
  for (const project of await listProjects(deps.db)) {
    const days = keepDays(project);
    if (days === 0) continue;
    const projectId = project.id;
    const before = new Date(deps.clock.now().getTime() - days * dayMs).toISOString();
    await inBatches(async (limit) => {
      const gone = await deleteOldAnswers(deps.db, { projectId, before, limit });
      dropped += gone;
      return gone === limit;
    }, signal);
  }
  return dropped;
}

/** Deletes the events of answers that ended days ago: they are for those who read along. */
export async function dropOldEvents(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  signal?: AbortSignal,
): Promise<void> {
  requireOperator(actor);
  const before = new Date(clock.now().getTime() - keepEventsMs).toISOString();
  let after: string | undefined = "";
  await inBatches(async (limit) => {
    after = await deleteOldEvents(db, { before, after: after ?? "", limit });
    return after !== undefined;
  }, signal);
}

type Deps = { db: Database; clock: Clock; log: Log };

/** Drops old answers and events now and once a day from now on, on one node at a time. Stopping it lets the batch under way come to its end. */
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
    const dropped = await withLease(deps, { name: "sweep-answers", signal }, async () => {
      await dropOldEvents(deps, operator, signal);
      return dropOldAnswers(deps, operator, { keepDays, signal });
    });
    if (dropped > 0) deps.log.info({ dropped }, "old answers were deleted");
  } catch (err) {
    if (signal.aborted) return;
    deps.log.warn({ err }, "old answers could not be deleted; the next sweep tries again");
  }
}
