import type { Log } from "../lib/log.ts";
import type { Database } from "../store/database.ts";
import { type Lease, readProgress } from "../store/job-queue.ts";
import type { Job } from "../store/jobs.ts";
import { commitWork } from "./commit-work.ts";
import type { Ending } from "./end-job.ts";
import { cancelledEnding } from "./ending-of.ts";
import type { RepositoryOf } from "./job-repository.ts";
import type { JobSettings } from "./job-settings.ts";
import { progressOf } from "./progress.ts";

type Deps = {
  db: Database;
  log: Log;
  repositoryOf: RepositoryOf;
  settings: Pick<JobSettings, "author">;
};

/** Leaves what a cancelled job had done on its branch, unproposed. */
export async function keepWork(deps: Deps, lease: Lease, job: Job): Promise<Ending> {
  const stored = await readProgress(deps.db, lease);
  const progress = stored && progressOf(stored, job.todos);
  if (!progress || progress.overlay.length === 0) return cancelledEnding;
  try {
    await commitWork({
      job,
      repository: await deps.repositoryOf(job.projectId),
      base: progress.baseCommit,
      changes: progress.overlay,
      message: `Work of a job that was cancelled\n\nDocent-Session: ${job.id}\n`,
      author: deps.settings.author,
    });
  } catch (error) {
    deps.log.warn({ err: error, jobId: job.id }, "the work of a cancelled job could not be kept");
    return { ...cancelledEnding, isKept: false, messageToUser: notKept };
  }
  const messageToUser = `The job was cancelled. What it had done is on the branch "${job.branch}"; nothing was proposed.`;
  return { ...cancelledEnding, messageToUser };
}

const notKept =
  "The job was cancelled and nothing was proposed. What it had done could not be put on its branch; a message to this session goes on with it.";
