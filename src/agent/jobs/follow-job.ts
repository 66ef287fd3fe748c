import type { Actor } from "../../lib/actor.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import type { LoggedJobEvent } from "../../store/jobs/job-events.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import { type JobAddress, requireJob } from "./require-job.ts";
import { tailJob } from "./tail-job.ts";

export type FollowedJob = { job: Job; events: AsyncGenerator<LoggedJobEvent> };

/** Attaches to a job's stream, from its start or behind the last event that was read. */
export async function followJob(
  deps: { db: Database; wake: Wake },
  actor: Actor,
  input: JobAddress & { afterSeq: number; signal: AbortSignal },
): Promise<FollowedJob> {
  const { job } = await requireJob(deps.db, actor, input);
  return { job, events: tailJob(deps, job, input) };
}
