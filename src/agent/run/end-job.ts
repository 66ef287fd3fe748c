import type { JobEvent } from "../../contract/jobs.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import { beginTurn, closeTurn } from "../../store/jobs/job-messages.ts";
import { haltJob, type Job, type JobGuard, lockProjectJobs } from "../../store/jobs/jobs.ts";
import { queueKey } from "../jobs/follow-job.ts";
import { sessionEvent, startEvents } from "../jobs/session.ts";
import type { Ending } from "./job-ending.ts";
import type { Reply } from "./job-progress.ts";
import { cutOffEvents } from "./step-events.ts";

/**
 * Records the end of a job and the last events of its stream in one commit. Whatever people sent that its model has not
 * been given begins another turn in the same commit, if the job is completed. False: it was not ours to end.
 */
export async function endJob(
  deps: { db: Database; clock: Clock; wake: Wake },
  project: Pick<Project, "id" | "domain">,
  guard: JobGuard,
  ending: Ending,
): Promise<boolean> {
  const at = deps.clock.now().toISOString();
  const halt = { ...ending, messageToUser: storable(ending.messageToUser), at };
  const ended = await deps.db.transaction().execute(async (trx) => {
    await lockProjectJobs(trx, project.id);
    let isCancelled = ending.reason === "interrupted";
    const mine = await haltJob(trx, guard, halt, (job, pendingReply) => {
      isCancelled ||= job.cancelRequestedAt !== null;
      return [
        ...cutOffEvents(pendingReply as Reply | undefined),
        ...(ending.events ?? []),
        sessionEvent(job, project.domain),
        lastEvent(job),
      ];
    });
    if (!mine) return false;
    const job = { id: guard.jobId, projectId: project.id };
    const { reason, pullRequestLink, unproposed } = ending;
    const isFailed = reason === "error" || reason === "github_missconfigured";
    const keepsOutcome = isFailed || pullRequestLink !== "";
    await closeTurn(trx, job.id, { hearsAll: isCancelled, keepsOutcome, unproposed });
    // After a failure the next turn would most likely fail in the same way, over and over: it waits for a person.
    if (!isFailed && !isCancelled)
      await beginTurn(trx, job, { at, events: (next) => startEvents(next, project.domain) });
    return true;
  });
  if (!ended) return false;
  deps.wake.notify(guard.jobId);
  // The next job of the branch may run now.
  deps.wake.notify(queueKey);
  return true;
}

function lastEvent(job: Job): JobEvent {
  if (job.haltReason === "completed" || job.haltReason === "interrupted") return { type: "finish" };
  return { type: "error", errorText: job.messageToUser };
}

const longestMessage = 10_000;

/** PostgreSQL stores neither a NUL nor half a character, whoever says it. */
function storable(text: string): string {
  return text.slice(0, longestMessage).toWellFormed().replaceAll("\0", "");
}
