import type { AgentSession } from "../../contract/jobs.ts";
import type { Actor } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import { endForgeWait, queueProposal } from "../../store/jobs/job-retries.ts";
import { findJob, lockProjectJobs } from "../../store/jobs/jobs.ts";
import { queueKey } from "./follow-job.ts";
import { type JobAddress, requireJob } from "./require-job.ts";
import { startEvents, toSession, waitsForOf } from "./session.ts";

type Deps = { db: Database; clock: Clock; wake: Wake };

/** Pushes and proposes what a job has done once more, without asking its model. One that waits for its forge does it now. */
export async function retryJob(
  { db, clock, wake }: Deps,
  actor: Actor,
  address: JobAddress,
): Promise<AgentSession> {
  const { project, job } = await requireJob(db, actor, address);
  const at = clock.now().toISOString();
  const retried = await db.transaction().execute(async (trx) => {
    await lockProjectJobs(trx, project.id);
    if (await endForgeWait(trx, job.id)) return findJob(trx, project.id, job.id);
    const waitsFor = await waitsForOf(trx, project.id);
    return queueProposal(trx, job, {
      at,
      events: (next) => startEvents(next, project.domain, waitsFor(next)),
    });
  });
  if (!retried) throw nothingError();
  wake.notify(queueKey);
  wake.notify(job.id);
  const waitsFor = await waitsForOf(db, project.id);
  return toSession(retried, project.domain, waitsFor(retried));
}

function nothingError(): AppError {
  const sentence =
    "There is nothing to retry: only work that could not be proposed can be proposed again. Send the session a message to go on.";
  return new AppError("conflict", sentence);
}
