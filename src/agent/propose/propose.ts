import type { Change } from "../../contract/changes.ts";
import type { CheckReport } from "../../docs/check/finding.ts";
import type { EditedRepository } from "../../forge/edited-repository.ts";
import type { Forge } from "../../forge/forge.ts";
import { commitOverlay } from "../../git/overlay/commit-overlay.ts";
import type { OverlayChanges } from "../../git/overlay/overlay.ts";
import { changedFiles } from "../../git/read/diff.ts";
import { branchCommit } from "../../git/read/resolve-commit.ts";
import { publishCommit } from "../../git/remote/publish-commit.ts";
import { persistently } from "../../git/run/retry.ts";
import { AppError } from "../../lib/app-error.ts";
import { readProgress } from "../../store/jobs/job-queue.ts";
import type { Merging } from "../../store/jobs/job-turns.ts";
import type { JobDocs } from "../checkout/job-docs.ts";
import { authorOf } from "../run/author-of.ts";
import { requireCommit } from "../run/base-commit.ts";
import type { Author } from "../run/docent-author.ts";
import {
  asForgeFault,
  asForgeRefusal,
  cancelledEnding,
  type Ending,
  Unproposed,
} from "../run/job-ending.ts";
import { type Claim, type Outcome, progressOf, type Turn } from "../run/job-progress.ts";
import type { Checkout, Proven, Run, RunJobDeps } from "../run/job-run.ts";
import { taskTexts } from "../run/job-task.ts";
import { requireSettled } from "../run/merging.ts";
import { type ChangeMaterial, changeBody, changeTitle, commitMessage } from "./change-text.ts";

/** Checks what a job has changed, commits it to its branch and opens a change. Doing it twice leaves one commit and one change. */
export async function propose(deps: RunJobDeps, run: Run, done: Proven): Promise<Ending> {
  const { checkout, progress, outcome } = done;
  const { turn, baseCommit: base } = progress;
  const changes = checkout.docs.changes();
  const { merging } = turn;
  if (changes.length === 0 && !turn.unproposed && !merging) return withoutChange(outcome, turn);
  requireSettled(turn, changes);
  const report = await checkout.docs.check();
  const message = commitMessage(outcome, run.claimed.job.id);
  const { author } = outcome;
  const { repository } = checkout;
  const work = { repository, base, merging, changes, message, author, signal: run.now };
  const { commit, created } = await commitWork(deps, run, work).catch(faultOf(checkout));
  if (commit === base && !turn.unproposed) return withoutChange(outcome, turn);
  const proposal = { done, report, commit, created };
  return offer(deps, run, proposal).catch((cause) => {
    throw new Unproposed(cause);
  });
}

/**
 * Leaves what a cancelled job had done on its branch, unproposed. A branch with an open change is left alone, because
 * whatever is put there is proposed: then the job keeps its work itself.
 */
export async function keepWork(deps: RunJobDeps, run: Run): Promise<Ending> {
  const { job } = run.claimed;
  const stored = await readProgress(deps.db, run.lease);
  const progress = stored && progressOf(stored, job.todos);
  if (!progress || progress.overlay.length === 0) return cancelledEnding;
  const { baseCommit: base, overlay: changes } = progress;
  const message = `Work of a job that was cancelled\n\nDocent-Session: ${job.id}\n`;
  try {
    const repository = await deps.repositoryOf(run.project.id);
    const known = await deps.forgeOf(run.project, repository).ofBranch(job.branch);
    const open = known.find(({ state }) => state === "open");
    if (open) return cancelled(keptAside(open.number));
    await requireCommit(repository, { job, commit: base });
    await persistently(() => commitWork(deps, run, { repository, base, changes, message }));
  } catch (error) {
    deps.log.warn({ err: error, jobId: job.id }, "the work of a cancelled job could not be kept");
    return cancelled(notKept);
  }
  const kept = `The job was cancelled. What it had done is on the branch "${job.branch}"; nothing was proposed.`;
  return { ...cancelled(kept), isKept: true, unproposed: true };
}

function cancelled(messageToUser: string): Ending {
  return { ...cancelledEnding, messageToUser };
}

function keptAside(number: number): string {
  return `The job was cancelled. Change ${number} stays as it was: what the job had done since is kept with this session, and a message goes on with it.`;
}

const notKept =
  "The job was cancelled and nothing was proposed. What it had done could not be put on its branch; a message to this session goes on with it.";

type Commit = {
  repository: EditedRepository;
  /** Commit the changes were made over. */
  base: string;
  /** The merge that the base is. */
  merging?: Merging | null;
  changes: OverlayChanges;
  message: string;
  author?: Author | undefined;
  signal?: AbortSignal;
};

/** Puts a job's work on its branch, also on that of a remote repository. Doing it twice leaves one commit. */
async function commitWork(
  deps: RunJobDeps,
  run: Run,
  { repository, base, changes, message, signal, merging, ...work }: Commit,
): Promise<{ commit: string; created: boolean }> {
  const { path, remote, defaultBranch } = repository;
  const { branch, createdAt } = run.claimed.job;
  const forge = deps.forgeOf(run.project, repository);
  const author = work.author ?? (await authorOf(deps.settings, forge));
  const date = new Date(createdAt);
  const merge = merging ?? undefined;
  const made = await commitOverlay(path, { base, merge, branch, changes, message, author, date });
  if (made.commit === base || remote === undefined) return made;
  await publishCommit({
    ...{ repository: path, remote, branch, commit: made.commit },
    ...{ expected: merging?.head ?? base, base: defaultBranch },
    ...(signal && { signal }),
  });
  return made;
}

/** There is no change to tell it on: what a job may not write is told to whoever asked. */
function withoutChange({ limit, ...outcome }: Outcome, { notWritten }: Turn): Ending {
  const names = notWritten.slice(0, 10).map((path) => JSON.stringify(path));
  const more = notWritten.length > names.length ? " and others" : "";
  const told = names.length === 0 ? "" : `\n\nNot written: ${names.join(", ")}${more}.`;
  const messageToUser = `${outcome.messageToUser}${told}`;
  const ending = { reason: "completed", messageToUser, pullRequestLink: "", isKept: true } as const;
  if (limit === undefined) return ending;
  const nothing = `The job was stopped at its limit of ${limit} before it had changed anything; nothing was proposed.`;
  return { ...ending, reason: "error", messageToUser: nothing };
}

function faultOf({ repository }: Pick<Checkout, "repository">): (error: unknown) => never {
  return repository.remote === undefined ? asForgeRefusal : asForgeFault;
}

type Proposal = { done: Proven; report: CheckReport; commit: string; created: boolean };

async function offer(deps: RunJobDeps, run: Run, proposal: Proposal): Promise<Ending> {
  const { job } = run.claimed;
  const { done, report, commit, created } = proposal;
  const forge = deps.forgeOf(run.project, done.checkout.repository);
  const changes = await forge.ofBranch(job.branch).catch(faultOf(done.checkout));
  // Killed between opening the change and saying so, a job may find that somebody has merged or closed it meanwhile.
  const settled = changes.find(
    (one) => one.sessionId === job.id && one.headCommit === commit && one.state !== "open",
  );
  const open = changes.find((one) => one.state === "open");
  const known = created ? undefined : settled;
  const change = known ?? (await openChange(deps, run, { ...proposal, forge, open }));
  return proposed(done.outcome, change, report);
}

type Opening = Proposal & { forge: Forge; open: Change | undefined };

async function openChange(deps: RunJobDeps, run: Run, opening: Opening): Promise<Change> {
  const { done, forge, report, open, commit: headCommit } = opening;
  const { id: sessionId, branch: head, base, asDraft } = run.claimed.job;
  const { turn } = done.progress;
  const goesOn = turn.unproposed || open?.sessionId === sessionId;
  const { path } = done.checkout.repository;
  const outcome = goesOn ? withEarlier(done.outcome, turn.earlier) : done.outcome;
  const body = changeBody({
    outcome,
    instructions: await taskTexts({ db: deps.db, job: run.claimed.job }, turn, goesOn),
    files: await changedFiles(path, await branchCommit(path, base), headCommit),
    report,
    proof: done.proof,
    limit: outcome.limit,
    lineOf: await linesOf(done.checkout.docs, outcome.claims),
    session: {
      id: sessionId,
      url: `${deps.publicUrl}/dashboard/${run.project.domain}/jobs/${sessionId}`,
    },
  });
  const isUnsound = outcome.limit !== undefined || report.checks.some(({ passed }) => !passed);
  // What a person has marked as ready stays so.
  const draft = isUnsound || (asDraft && open?.draft !== false);
  const title = changeTitle(outcome.title);
  const change = { title, body, draft, head, base, headCommit, checks: report.checks, sessionId };
  return forge.open(change).catch(faultOf(done.checkout));
}

/** The lines that claims rest on. */
async function linesOf(
  docs: Pick<JobDocs, "lines">,
  claims: Claim[],
): Promise<ChangeMaterial["lineOf"]> {
  const sources = claims.flatMap(({ source }) => source ?? []);
  // A claim can be told without its line.
  const lines = await docs.lines(sources).catch((error) => {
    if (error instanceof AppError) return [];
    throw error;
  });
  return (path, line) =>
    lines[sources.findIndex((source) => source.path === path && source.line === line)];
}

/** A change is told as a whole: what its first turn was about, then what later ones added. */
function withEarlier(outcome: Outcome, earlier: Outcome[]): Outcome {
  // A limit that was reached then and not now is history.
  const all = [...earlier.filter(({ limit }) => limit === undefined), outcome];
  return {
    ...outcome,
    title: all[0]?.title ?? outcome.title,
    summary: all.map(({ summary }) => summary.trim()).join("\n\n"),
    claims: all.flatMap(({ claims }) => claims),
  };
}

function proposed(outcome: Outcome, change: Change, { broken }: CheckReport): Ending {
  const { number, title, url, draft } = change;
  const count = broken.length === 1 ? "one problem" : `${broken.length} problems`;
  const warning = `The change is a draft: the checks found ${count} in it, which its description lists.`;
  return {
    reason: "completed",
    messageToUser:
      broken.length > 0 ? `${outcome.messageToUser}\n\n${warning}` : outcome.messageToUser,
    pullRequestLink: url,
    isKept: true,
    unproposed: false,
    changeTitle: title,
    events: [
      { type: "data-pull-request", id: "pull-request", data: { number, title, url, draft } },
    ],
  };
}
