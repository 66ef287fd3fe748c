import { AppError } from "../../lib/app-error.ts";
import { tailLog } from "../../lib/tail-log.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import { jobEventsAfter, type LoggedJobEvent } from "../../store/jobs/job-events.ts";
import { findJob, type Job } from "../../store/jobs/jobs.ts";

type Deps = { db: Database; wake: Wake };

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
    read: (seq: number) => jobEventsAfter(deps.db, job.id, seq),
    isLast: () => false,
    isOver: () => isOver(deps.db, job),
  };
  return tailLog(log, () => deps.wake.listen(job.id), from);
}

async function isOver(db: Database, job: Pick<Job, "id" | "projectId">): Promise<boolean> {
  const found = await findJob(db, job.projectId, job.id);
  if (!found) throw new AppError("not_found", "This session was removed while it was being read.");
  return found.state === "halted";
}
