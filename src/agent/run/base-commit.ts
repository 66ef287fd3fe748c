import { type EditedRepository, fetchRepository } from "../../forge/edited-repository.ts";
import { requireJobBranch } from "../../git/read/branch-name.ts";
import { resolveCommit } from "../../git/read/resolve-commit.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import { asForgeFault } from "./job-ending.ts";
import type { Turn } from "./job-progress.ts";

const fetchTimeoutMs = 5 * 60_000;

/** Brings a mirror up to date. */
export async function prepareRepository(
  repository: EditedRepository,
  { branch, base }: Pick<Job, "branch" | "base">,
  signal?: AbortSignal,
): Promise<void> {
  const options = { branches: [branch, base], timeoutMs: fetchTimeoutMs, signal };
  await fetchRepository(repository, options).catch(asForgeFault);
}

/** Fetches where a commit is not here: another node, whose mirror has it, may have begun the work. */
export async function requireCommit(
  repository: EditedRepository,
  { job, commit }: { job: Pick<Job, "branch" | "base">; commit: string },
  signal?: AbortSignal,
): Promise<void> {
  if (await resolveCommit(repository.path, commit, signal)) return;
  await prepareRepository(repository, job, signal);
}

/**
 * A job with the branch its change is meant for: the default one, which a remote may have renamed since the job was
 * made. A later turn stays with the one its change is open for, while that is there.
 */
export async function withTarget(
  job: Job,
  { path, remote, defaultBranch }: EditedRepository,
  { number }: Pick<Turn, "number">,
): Promise<Job> {
  if (remote === undefined || defaultBranch === job.base) return job;
  if (number > 1 && (await resolveCommit(path, `refs/heads/${job.base}`))) return job;
  requireJobBranch(job.branch, defaultBranch);
  return { ...job, base: defaultBranch };
}
