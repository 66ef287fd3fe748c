import { readProgress } from "../../store/jobs/job-queue.ts";
import { requireCommit } from "../jobs/require-commit.ts";
import { commitWork } from "./commit-work.ts";
import type { Ending } from "./end-job.ts";
import { cancelledEnding } from "./job-ending.ts";
import { progressOf } from "./job-progress.ts";
import type { Run, RunJobDeps } from "./run-job.ts";

/**
 * Leaves what a cancelled job had done on its branch, unproposed. A branch with an open change is left alone, because
 * whatever is put there is proposed: then the job keeps its work itself.
 */
export async function keepWork(
  deps: RunJobDeps,
  { claimed, project, lease }: Run,
): Promise<Ending> {
  const { job } = claimed;
  const stored = await readProgress(deps.db, lease);
  const progress = stored && progressOf(stored, job.todos);
  if (!progress || progress.overlay.length === 0) return cancelledEnding;
  try {
    const repository = await deps.repositoryOf(project.id);
    const changes = await deps.forgeOf(project, repository).list();
    const open = changes.find(({ head, state }) => head === job.branch && state === "open");
    if (open) return keptAside(open.number);
    await requireCommit(repository, progress.baseCommit);
    await commitWork({
      ...{ job, repository },
      base: progress.baseCommit,
      changes: progress.overlay,
      message: `Work of a job that was cancelled\n\nDocent-Session: ${job.id}\n`,
      author: deps.settings.author,
    });
  } catch (error) {
    deps.log.warn({ err: error, jobId: job.id }, "the work of a cancelled job could not be kept");
    return { ...cancelledEnding, messageToUser: notKept };
  }
  const messageToUser = `The job was cancelled. What it had done is on the branch "${job.branch}"; nothing was proposed.`;
  return { ...cancelledEnding, isKept: true, unproposed: true, messageToUser };
}

function keptAside(number: number): Ending {
  const messageToUser = `The job was cancelled. Change ${number} stays as it was: what the job had done since is kept with this session, and a message goes on with it.`;
  return { ...cancelledEnding, messageToUser };
}

const notKept =
  "The job was cancelled and nothing was proposed. What it had done could not be put on its branch; a message to this session goes on with it.";
