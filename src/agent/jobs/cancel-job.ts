import type { AgentSession } from "../../contract/jobs.ts";
import type { Actor } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import { findJob, type Job, requestCancel } from "../../store/jobs/jobs.ts";
import { endJob } from "../run/end-job.ts";
import { cancelledInQueue } from "../run/job-ending.ts";
import { beatKey } from "./follow-job.ts";
import { type JobAddress, requireJob } from "./require-job.ts";
import { toSession } from "./session.ts";

type Deps = { db: Database; clock: Clock; wake: Wake };

const patienceMs = 3_000;

/** Stops a job. One that waits ends at once, one that runs as soon as its worker hears of it. */
export async function cancelJob(
  deps: Deps,
  actor: Actor,
  address: JobAddress,
): Promise<AgentSession> {
  const { project, job } = await requireJob(deps.db, actor, address);
  const at = deps.clock.now().toISOString();
  if (!(await requestCancel(deps.db, job.id, at))) {
    throw new AppError("conflict", "This session has already ended.");
  }
  const waiting = { jobId: job.id, state: "queued", leaseOwner: "" } as const;
  const ended = await endJob(deps, project, waiting, cancelledInQueue(job));
  if (!ended) await untilEnded(deps, job);
  return toSession((await findJob(deps.db, project.id, job.id)) ?? job, project.domain);
}

async function untilEnded({ db, wake }: Deps, job: Job): Promise<void> {
  const listener = wake.listen(job.id);
  const deadline = performance.now() + patienceMs;
  try {
    wake.notify(beatKey(job.id));
    for (;;) {
      const found = await findJob(db, job.projectId, job.id);
      const leftMs = deadline - performance.now();
      if (!found || found.state === "halted" || leftMs <= 0) return;
      await listener.wait(Math.min(leftMs, 500));
    }
  } finally {
    listener.close();
  }
}
