import { commitOverlay } from "../../git/overlay/commit-overlay.ts";
import type { OverlayChanges } from "../../git/overlay/overlay.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import type { JobRepository } from "../jobs/job-repository.ts";
import { asRefusal } from "./job-ending.ts";

export type Work = {
  job: Pick<Job, "branch" | "createdAt">;
  repository: JobRepository;
  /** Commit the changes were made over. */
  base: string;
  changes: OverlayChanges;
  message: string;
  author: { name: string; email: string };
  signal?: AbortSignal;
};

/** Puts a job's work on its branch, also on that of a remote repository. Doing it twice leaves one commit. */
export async function commitWork(work: Work): Promise<{ commit: string; created: boolean }> {
  const { job, repository, base, changes, message, author, signal } = work;
  const made = await commitOverlay(repository.path, {
    base,
    branch: job.branch,
    changes,
    message,
    author,
    date: new Date(job.createdAt),
  });
  if (made.commit === base) return made;
  await repository
    .publish?.({ branch: job.branch, commit: made.commit, base }, signal)
    .catch(asRefusal);
  return made;
}
