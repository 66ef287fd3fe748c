import type { EditedRepository } from "../../forge/edited-repository.ts";
import { AppError } from "../../lib/app-error.ts";
import type { CheckoutThread } from "../checkout/checkout-threads.ts";
import { askForBase } from "../checkout/job-docs.ts";
import { sessionEvent } from "../jobs/session.ts";
import { proveChange } from "../proof/prove-change.ts";
import { changeTitle } from "../propose/change-text.ts";
import { propose } from "../propose/propose.ts";
import { authorOf } from "./author-of.ts";
import { prepareRepository, requireBase, withTarget } from "./base-commit.ts";
import { asRepositoryFault, type Ending, JobStop } from "./job-ending.ts";
import { limitOutcome, minutesOf } from "./job-limits.ts";
import { type Progress, progressOf, saveProgress } from "./job-progress.ts";
import type { Done, Run, RunJobDeps, Work } from "./job-run.ts";
import { taskText } from "./job-task.ts";
import { loop } from "./loop.ts";
import { mergingMessages } from "./merging.ts";
import { openCheckout } from "./open-checkout.ts";

// A step that was begun so often without ending takes the process down with it, or nearly.
const mostAttempts = 30;
const hopeless =
  "The server stopped again and again while it worked on this job, so it was given up; nothing was proposed.";

/** The story: checkout, edit, check, prove, commit, propose. Killed anywhere, it is told again from its last commit and ends the same. */
export async function runJob(deps: RunJobDeps, run: Run): Promise<Ending> {
  const { job, progress: stored } = run.claimed;
  if (stored.attempt > mostAttempts) throw new AppError("conflict", hopeless);
  if (job.cancelRequestedAt !== null) throw new JobStop("cancelled");
  const thread = deps.threads.take();
  try {
    const begun = await begin(deps, run, thread);
    const checkout = await openCheckout(deps, begun.run, { ...begun, thread });
    const { progress } = begun;
    const edited = await edit(deps, begun.run, { checkout, progress });
    const done = await settleOutcome(deps, begun.run, edited);
    const proof = await proveChange(deps, begun.run, done);
    run.now.throwIfAborted();
    return await propose(deps, begun.run, { ...done, proof });
  } finally {
    thread.giveBack();
  }
}

type Begun = { run: Run; repository: EditedRepository; progress: Progress };

/** A turn is built on one commit from its first step to its last, however long that takes. */
async function begin(deps: RunJobDeps, run: Run, thread: CheckoutThread): Promise<Begun> {
  const repository = await deps.repositoryOf(run.project.id).catch(asRepositoryFault);
  const { job, progress } = run.claimed;
  const known = progressOf(progress, job.todos);
  if (!isBegun(known)) return beginTurn(deps, run, { repository, progress: known, thread });
  await requireBase(repository, { job, progress: known }, run.now);
  if (job.forgeWait !== null && known.outcome === undefined) await saveBase(deps, run, known);
  return { run, repository, progress: known };
}

async function beginTurn(
  deps: RunJobDeps,
  run: Run,
  { repository: before, progress: known, thread }: Omit<Begun, "run"> & { thread: CheckoutThread },
): Promise<Begun> {
  await prepareRepository(before, run.claimed.job, run.now);
  // What was fetched may have another default branch than what was here.
  const repository = await deps.repositoryOf(run.project.id);
  const job = await withTarget(run.claimed.job, repository, known.turn);
  const begun = { ...run, claimed: { ...run.claimed, job } };
  const { mergesBase: merges } = known.turn;
  const place = { repository: repository.path, branch: job.branch, from: job.base, merges };
  const kept = { baseCommit: known.baseCommit, overlay: known.overlay };
  const { dropped, merging, ...base } = await askForBase(thread, { place, kept }, run.now);
  const told = [...droppedMessages(dropped), ...mergingMessages(merging, job)];
  const conversation = [...known.conversation, ...told];
  const turn = { ...known.turn, begun: true, merging };
  const progress = { ...known, ...base, conversation, turn };
  await saveBase(deps, begun, progress);
  return { run: begun, repository, progress };
}

/** From here on the job no longer waits. */
async function saveBase(deps: RunJobDeps, run: Run, progress: Progress): Promise<void> {
  const job = { ...run.claimed.job, forgeWait: null };
  const { baseCommit, overlay, conversation, turn } = progress;
  const base = { baseCommit, overlay, conversation, turn, target: job.base };
  const events = [sessionEvent(job, run.project.domain)];
  await saveProgress(deps, run.lease, { checkpoint: { kind: "base", ...base }, events });
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

/** A step that is under way when the time is over may still end. */
const lastStepMs = 60_000;

/** Lets the model work until it is done or has reached a limit. */
async function edit(deps: RunJobDeps, run: Run, work: Work): Promise<Done> {
  const { limits } = deps.settings;
  const late = new AbortController();
  const leftMs = Math.max(limits.workMs - work.progress.turn.workedMs, 0) + lastStepMs;
  const timer = setTimeout(() => late.abort(new JobStop("late")), leftMs);
  const now = AbortSignal.any([run.now, late.signal]);
  try {
    return { outcome: await loop(deps, { ...run, now }, work), ...work };
  } catch (error) {
    if (!late.signal.aborted || run.now.aborted) throw error;
    // The step that took too long is left out: what stands is the work up to the one before.
    const { progress } = work;
    const checkout = await openCheckout(deps, run, { ...work.checkout, progress });
    const task = await taskText({ db: deps.db, job: run.claimed.job }, progress.turn);
    return { checkout, progress, outcome: limitOutcome(task, minutesOf(limits)) };
  } finally {
    clearTimeout(timer);
  }
}

/** Title and author are settled once: a commit that is made again after a kill must be the same one. */
async function settleOutcome(deps: RunJobDeps, run: Run, done: Done): Promise<Done> {
  if (done.outcome.isTitled) return done;
  const title = changeTitle(done.outcome.title, done.checkout.convention);
  const author = await authorOf(deps.settings, deps.forgeOf(run.project, done.checkout.repository));
  const outcome = { ...done.outcome, title, author, isTitled: true };
  await saveProgress(deps, run.lease, { checkpoint: { kind: "outcome", outcome }, events: [] });
  return { ...done, outcome };
}
