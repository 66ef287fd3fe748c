import type { JobEvent } from "../contract/jobs.ts";
import type { Clock } from "../lib/clock.ts";
import type { Wake } from "../lib/wake.ts";
import type { Database } from "../store/database.ts";
import { type HaltReason, haltJob, type Job, type JobGuard } from "../store/jobs.ts";
import type { Project } from "../store/projects.ts";
import { sessionEvent } from "./session.ts";
import { queueKey } from "./wake-keys.ts";

/** How a job ended, with a sentence for the person who started it. */
export type Ending = {
  reason: HaltReason;
  messageToUser: string;
  pullRequestLink: string;
  /** What the stream says before its last events. */
  events?: JobEvent[];
};

/** Records the end of a job and the last events of its stream in one commit. False: it was not ours to end. */
export async function endJob(
  deps: { db: Database; clock: Clock; wake: Wake },
  project: Pick<Project, "domain">,
  guard: JobGuard,
  ending: Ending,
): Promise<boolean> {
  const messageToUser = storable(ending.messageToUser);
  const halt = { ...ending, messageToUser, at: deps.clock.now().toISOString() };
  const ended = await haltJob(deps.db, guard, halt, (job) => [
    ...(ending.events ?? []),
    sessionEvent(job, project.domain),
    lastEvent(job),
  ]);
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
