import type { LanguageModel } from "ai";
import type { Forge } from "../forge/forge.ts";
import { branchCommit, resolveCommit } from "../git/resolve-commit.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Wake } from "../lib/wake.ts";
import type { TokenUsage } from "../models/token-usage.ts";
import type { Search } from "../search/search.ts";
import type { Database } from "../store/database.ts";
import type { ClaimedJob, Lease } from "../store/job-queue.ts";
import type { Project } from "../store/projects.ts";
import { editDocs } from "./edit-docs.ts";
import type { Ending } from "./end-job.ts";
import { asRefusal } from "./ending-of.ts";
import type { JobRepository, RepositoryOf } from "./job-repository.ts";
import type { JobSettings } from "./job-settings.ts";
import { JobStop } from "./job-stop.ts";
import { openDesk } from "./open-desk.ts";
import { type Progress, progressOf } from "./progress.ts";
import { propose } from "./propose.ts";
import { saveProgress } from "./save-progress.ts";
import { sessionEvent } from "./session.ts";

export type RunJobDeps = {
  db: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  search: Search;
  /** The model behind a name of the contract. */
  modelOf(project: Project, name: string): { id: string; model: LanguageModel };
  /** Throws when the project has used up what it may today. */
  checkCeiling(project: Project, modelId: string): Promise<void>;
  /** Within a transaction where one is given. */
  recordUsage(used: JobUsage, db?: Database): Promise<void>;
  repositoryOf: RepositoryOf;
  forgeOf(project: Project, repository: JobRepository): Forge;
  publicUrl: string;
  settings: JobSettings;
};

export type JobUsage = {
  projectId: string;
  jobId: string;
  step: number;
  model: string;
  usage: TokenUsage;
};

export type Run = {
  claimed: ClaimedJob;
  project: Project;
  lease: Lease;
  /** The worker is about to stop: no further step begins. */
  draining: AbortSignal;
  /** Leave at once. */
  now: AbortSignal;
};

/** The story: checkout, edit, check, commit, propose. Killed anywhere, it is told again from its last commit and ends the same. */
export async function runJob(deps: RunJobDeps, run: Run): Promise<Ending> {
  const { job } = run.claimed;
  if (job.cancelRequestedAt !== null) throw new JobStop("cancelled");
  const repository = await deps.repositoryOf(run.project.id);
  const start = await withBase(deps, run, repository);
  const desk = await openDesk(deps, run, { repository, progress: start });
  const done = await editDocs(deps, run, { desk, start });
  run.now.throwIfAborted();
  const { outcome } = done;
  // A limit that was reached is reached for good, whoever goes on from here.
  if (outcome.limit !== undefined)
    await saveProgress(deps, run.lease, {
      checkpoint: { kind: "outcome", outcome },
      events: [],
    });
  return propose(deps, run, done);
}

/** A turn is built on one commit from its first step to its last, however long that takes. */
async function withBase(deps: RunJobDeps, run: Run, repository: JobRepository): Promise<Progress> {
  const { job, progress } = run.claimed;
  const { path } = repository;
  const known = progressOf(progress, job.todos);
  // Another node, whose mirror has the commit, may have begun the turn.
  const isHere = known.baseCommit !== "" && (await resolveCommit(path, known.baseCommit, run.now));
  if (isHere) return known;
  await repository.prepare?.(run.now).catch(asRefusal);
  if (known.baseCommit !== "") return known;
  const tip = await resolveCommit(path, `refs/heads/${job.branch}`, run.now);
  const baseCommit = tip ?? (await branchCommit(path, job.base, run.now));
  await saveProgress(deps, run.lease, {
    checkpoint: { kind: "base", baseCommit },
    events: [sessionEvent(job, run.project.domain)],
  });
  return { ...known, baseCommit };
}
