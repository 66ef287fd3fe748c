import type { LanguageModel } from "ai";
import type { Forge } from "../../forge/forge.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import type { TokenUsage } from "../../models/calls/token-usage.ts";
import type { Search } from "../../search/search.ts";
import type { Database } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import type { ClaimedJob, Lease } from "../../store/jobs/job-queue.ts";
import { chooseBase } from "../jobs/choose-base.ts";
import type { JobRepository, RepositoryOf } from "../jobs/job-repository.ts";
import type { JobSettings } from "../jobs/job-settings.ts";
import { requireCommit } from "../jobs/require-commit.ts";
import { sessionEvent } from "../jobs/session.ts";
import { changeTitle } from "../propose/change-text.ts";
import { propose } from "../propose/propose.ts";
import { type Done, editDocs } from "./edit-docs.ts";
import type { Ending } from "./end-job.ts";
import { asRefusal } from "./job-ending.ts";
import { type Progress, progressOf } from "./job-progress.ts";
import { JobStop } from "./job-stop.ts";
import { openDesk } from "./open-checkout.ts";
import { saveProgress } from "./save-progress.ts";

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
  const start = await begun(deps, run, repository);
  const desk = await openDesk(deps, run, { repository, progress: start });
  const done = await titled(deps, run, await editDocs(deps, run, { desk, start }));
  run.now.throwIfAborted();
  return propose(deps, run, done);
}

/** A turn is built on one commit from its first step to its last, however long that takes. */
async function begun(deps: RunJobDeps, run: Run, repository: JobRepository): Promise<Progress> {
  const { job, progress } = run.claimed;
  const known = progressOf(progress, job.todos);
  if (isBegun(known)) {
    await requireCommit(repository, known.baseCommit, run.now);
    return known;
  }
  await repository.prepare?.(run.now).catch(asRefusal);
  const { branch, base: from } = job;
  const place = { repository: repository.path, branch, from, signal: run.now };
  const { dropped, ...base } = await chooseBase(place, known);
  const conversation = [...known.conversation, ...droppedMessages(dropped)];
  const turn = { ...known.turn, begun: true };
  await saveProgress(deps, run.lease, {
    checkpoint: { kind: "base", ...base, conversation, turn },
    events: [sessionEvent(job, run.project.domain)],
  });
  return { ...known, ...base, conversation, turn };
}

/** Jobs that an older version began do not say so. */
function isBegun({ turn, baseCommit, step, reply, outcome }: Progress): boolean {
  if (turn.begun) return true;
  return (
    baseCommit !== "" && (step > turn.firstStep || reply !== undefined || outcome !== undefined)
  );
}

function droppedMessages(dropped: string[]): Progress["conversation"] {
  if (dropped.length === 0) return [];
  const names = dropped.slice(0, 50).map((path) => JSON.stringify(path));
  const content = `Somebody else has changed files on this branch since your last step. Your own changes to these were dropped, the others are there: ${names.join(", ")}. Read them again before you change them.`;
  return [{ role: "user", content }];
}

/** The title is settled once: a commit that is made again after a kill must have the same one. */
async function titled(deps: RunJobDeps, run: Run, done: Done): Promise<Done> {
  if (done.outcome.isTitled) return done;
  const title = changeTitle(done.outcome.title, done.desk.convention);
  const outcome = { ...done.outcome, title, isTitled: true };
  await saveProgress(deps, run.lease, { checkpoint: { kind: "outcome", outcome }, events: [] });
  return { ...done, outcome };
}
