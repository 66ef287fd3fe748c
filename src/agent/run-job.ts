import type { LanguageModel } from "ai";
import type { JobEvent } from "../contract/jobs.ts";
import type { Forge } from "../forge/forge.ts";
import { type Overlay, openOverlay } from "../git/overlay.ts";
import { branchCommit, resolveCommit } from "../git/resolve-commit.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Wake } from "../lib/wake.ts";
import type { TokenUsage } from "../models/token-usage.ts";
import type { Search } from "../search/search.ts";
import type { Database } from "../store/database.ts";
import {
  type ClaimedJob,
  type JobCheckpoint,
  type Lease,
  saveCheckpoint,
} from "../store/job-queue.ts";
import type { Project } from "../store/projects.ts";
import type { Ending } from "./end-job.ts";
import type { JobRepository, RepositoryOf } from "./job-repository.ts";
import { JobStop } from "./job-stop.ts";
import { loop } from "./loop.ts";
import { type Outcome, type Progress, progressOf } from "./progress.ts";
import { callerMessages, instructionOf, systemPrompt } from "./prompt.ts";
import { propose } from "./propose.ts";
import { searchPages } from "./search-pages.ts";
import { allTools } from "./tools/all-tools.ts";

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
  recordUsage(used: JobUsage): Promise<void>;
  repositoryOf: RepositoryOf;
  forgeOf(project: Project, repository: JobRepository): Forge;
  publicUrl: string;
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

/** The story: checkout, loop, check, commit, propose. Killed anywhere, it is told again from its last commit and ends the same. */
export async function runJob(deps: RunJobDeps, run: Run): Promise<Ending> {
  const { job } = run.claimed;
  if (job.cancelRequestedAt !== null) throw new JobStop("cancelled");
  const repository = await deps.repositoryOf(run.project.id);
  const progress = await withBase(deps, run, repository);
  const overlay = await openOverlay(repository.path, progress.baseCommit, progress.overlay, {
    signal: run.now,
  });
  const outcome = await edit(deps, run, { repository, progress, overlay });
  run.now.throwIfAborted();
  return propose(deps, { ...run, job, repository, overlay, outcome, base: progress.baseCommit });
}

/** A job is built on one commit from its first step to its last, however long that takes. */
async function withBase(deps: RunJobDeps, run: Run, { path }: JobRepository): Promise<Progress> {
  const progress = progressOf(run.claimed);
  if (progress.baseCommit !== "") return progress;
  const { job } = run.claimed;
  const tip = await resolveCommit(path, `refs/heads/${job.branch}`, run.now);
  const baseCommit = tip ?? (await branchCommit(path, job.base, run.now));
  await save(deps, run.lease, { baseCommit }, []);
  return { ...progress, baseCommit };
}

type Desk = { repository: JobRepository; progress: Progress; overlay: Overlay };

function edit(deps: RunJobDeps, run: Run, desk: Desk): Promise<Outcome> {
  const { job } = run.claimed;
  const { docsFolder } = desk.repository;
  const { overlay } = desk;
  const searchDocs = searchPages(deps, run.project.id, { overlay, docsFolder });
  const { id: modelId, model } = deps.modelOf(run.project, job.model);
  const parts = {
    model,
    instructions: systemPrompt(docsFolder),
    opening: callerMessages(job.messages),
    instruction: instructionOf(job.messages),
    docsFolder,
    tools: allTools,
    context: { overlay, searchDocs },
    saveReply: (pendingReply: unknown, events: JobEvent[]) =>
      save(deps, run.lease, { pendingReply }, events),
    saveStep: ({ step, conversation, overlay, todos, outcome }: Progress, events: JobEvent[]) =>
      save(deps, run.lease, { step, conversation, overlay, todos, outcome }, events),
    mayGoOn() {
      if (run.draining.aborted) throw new JobStop("draining");
    },
    beforeCall: () => deps.checkCeiling(run.project, modelId),
    used: (usage: TokenUsage, step: number) =>
      deps.recordUsage({ projectId: run.project.id, jobId: job.id, step, model: modelId, usage }),
    signal: run.now,
    log: deps.log.child({ jobId: job.id }),
  };
  return loop(parts, desk.progress);
}

async function save(
  deps: RunJobDeps,
  lease: Lease,
  checkpoint: JobCheckpoint,
  events: JobEvent[],
): Promise<void> {
  // A store that cannot be reached is no reason to give a job up: its lease lapses, and it is taken up again.
  const saved = await saveCheckpoint(deps.db, lease, checkpoint, events).catch((error) => {
    deps.log.error({ err: error, jobId: lease.jobId }, "the progress of a job could not be stored");
    return false;
  });
  if (!saved) throw new JobStop("lost");
  deps.wake.notify(lease.jobId);
}
