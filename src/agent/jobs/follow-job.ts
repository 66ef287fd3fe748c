import type { Actor } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { tailLog } from "../../lib/tail-log.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import { jobEventsAfter, type LoggedJobEvent } from "../../store/jobs/job-events.ts";
import { findJob, type Job } from "../../store/jobs/jobs.ts";
import { waitForStore } from "../../store/store-fault.ts";
import { type JobAddress, requireReadableJob } from "./require-job.ts";

/** Told when a job was queued or a place for one became free. */
export const queueKey = "jobs";

/** Told when the worker of a job should look at its row before the next beat. */
export function beatKey(jobId: string): string {
  return `${jobId} beat`;
}

type Deps = { db: Database; wake: Wake };

export type FollowedJob = { job: Job; events: AsyncGenerator<LoggedJobEvent> };

/** Attaches to a job's stream, from its start or behind the last event that was read. */
export async function followJob(
  deps: Deps,
  actor: Actor,
  input: JobAddress & { afterSeq: number; signal: AbortSignal },
): Promise<FollowedJob> {
  const { job } = await requireReadableJob(deps.db, actor, input);
  return { job, events: tailJob(deps, job, input) };
}

/**
 * Reads a job's log from `afterSeq` on until the job has ended and all of it was read. A job whose worker is gone goes on
 * with another: its readers wait. One that was sent another message goes on behind its first ending.
 */
export function tailJob(
  deps: Deps,
  job: Pick<Job, "id" | "projectId">,
  from: { afterSeq: number; signal: AbortSignal },
): AsyncGenerator<LoggedJobEvent> {
  const log = {
    read: (seq: number) => waitForStore(() => jobEventsAfter(deps.db, job.id, seq)),
    isLast: () => false,
    isOver: () => waitForStore(() => isOver(deps.db, job)),
  };
  return tailLog(log, () => deps.wake.listen(job.id), from);
}

async function isOver(db: Database, job: Pick<Job, "id" | "projectId">): Promise<boolean> {
  const found = await findJob(db, job.projectId, job.id);
  if (!found) throw new AppError("not_found", "This session was removed while it was being read.");
  return found.state === "halted";
}
