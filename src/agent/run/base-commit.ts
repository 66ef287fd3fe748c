import { type EditedRepository, fetchRepository } from "../../forge/edited-repository.ts";
import { requireJobBranch } from "../../git/read/branch-name.ts";
import { resolveCommit } from "../../git/read/resolve-commit.ts";
import { prepareMerge } from "../../git/write/prepare-merge.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import { asForgeFault } from "./job-ending.ts";
import type { Progress, Turn } from "./job-progress.ts";

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

/** The commit that a turn was begun upon. A prepared merge is on no branch: it is made again where it is missing. */
export async function requireBase(
  repository: EditedRepository,
  {
    job,
    progress,
  }: { job: Pick<Job, "branch" | "base">; progress: Pick<Progress, "baseCommit" | "turn"> },
  signal?: AbortSignal,
): Promise<void> {
  const { merging } = progress.turn;
  if (!merging) return requireCommit(repository, { job, commit: progress.baseCommit }, signal);
  await requireCommit(repository, { job, commit: merging.head }, signal);
  const { head: headCommit, target } = merging;
  const branches = { head: job.branch, base: job.base };
  await prepareMerge(repository.path, { ...branches, headCommit, target });
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
