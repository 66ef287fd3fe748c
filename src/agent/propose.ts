import type { Change } from "../contract/changes.ts";
import type { Forge } from "../forge/forge.ts";
import type { Overlay } from "../git/overlay.ts";
import type { Job } from "../store/jobs.ts";
import type { Project } from "../store/projects.ts";
import { changeBody, changeTitle, commitMessage } from "./change-text.ts";
import type { CheckReport } from "./checks/finding.ts";
import { commitWork } from "./commit-work.ts";
import type { Done } from "./edit-docs.ts";
import type { Ending } from "./end-job.ts";
import { asRefusal } from "./ending-of.ts";
import { findMoves } from "./find-moves.ts";
import type { JobRepository } from "./job-repository.ts";
import type { JobSettings } from "./job-settings.ts";
import type { Claim, Outcome } from "./progress.ts";
import type { Run } from "./run-job.ts";

type Deps = {
  forgeOf(project: Project, repository: JobRepository): Forge;
  publicUrl: string;
  settings: Pick<JobSettings, "author">;
};

/** Checks what a job has changed, commits it to its branch and opens a change. Doing it twice leaves one commit and one change. */
export async function propose(deps: Deps, run: Run, done: Done): Promise<Ending> {
  const { job } = run.claimed;
  const { desk, progress, outcome } = done;
  const changes = desk.overlay.changes();
  if (changes.length === 0) return withoutChange(outcome);
  const report = await desk.check();
  const { commit, created } = await commitWork({
    job,
    repository: desk.repository,
    base: progress.baseCommit,
    changes,
    message: commitMessage(outcome, job.id, desk.convention),
    author: deps.settings.author,
    signal: run.now,
  });
  if (commit === progress.baseCommit) return withoutChange(outcome);
  const forge = deps.forgeOf(run.project, desk.repository);
  const earlier = created ? undefined : await findChange(forge, job, commit);
  const change = earlier ?? (await openChange(deps, run, { done, forge, report, commit }));
  return proposed(outcome, change, report);
}

function withoutChange({ limit, messageToUser }: Outcome): Ending {
  const ending = { reason: "completed", messageToUser, pullRequestLink: "", isKept: true } as const;
  if (limit === undefined) return ending;
  const nothing = `The job was stopped at its limit of ${limit} before it had changed anything; nothing was proposed.`;
  return { ...ending, reason: "error", messageToUser: nothing };
}

/** Killed between opening the change and saying so, a job finds its own again, even if somebody has merged it meanwhile. */
async function findChange(forge: Forge, job: Job, headCommit: string): Promise<Change | undefined> {
  const changes = await forge.list().catch(asRefusal);
  return changes.find((one) => one.sessionId === job.id && one.headCommit === headCommit);
}

type Opening = { done: Done; forge: Forge; report: CheckReport; commit: string };

async function openChange(deps: Deps, run: Run, opening: Opening): Promise<Change> {
  const { done, forge, report, commit: headCommit } = opening;
  const { id: sessionId, branch: head, base, asDraft } = run.claimed.job;
  const { before, after } = await done.desk.change();
  const existing = new Set(before.list().map((file) => file.path));
  const changes = after.changes();
  const outcome = withEarlier(done.outcome, done.progress.turn.earlier);
  const body = changeBody({
    outcome,
    instructions: done.task.all(done.progress.turn.heard),
    changes,
    existed: (path) => existing.has(path),
    moves: await findMoves(before, changes),
    report,
    limit: outcome.limit,
    lineOf: await linesOf(after, outcome.claims),
    session: {
      id: sessionId,
      url: `${deps.publicUrl}/dashboard/${run.project.domain}/jobs/${sessionId}`,
    },
  });
  const isUnsound = report.checks.some(({ passed }) => !passed);
  const draft = asDraft || outcome.limit !== undefined || isUnsound;
  const title = changeTitle(outcome.title, done.desk.convention);
  const change = { title, body, draft, head, base, headCommit, checks: report.checks, sessionId };
  return forge.open(change).catch(asRefusal);
}

/** The lines that claims rest on. */
async function linesOf(
  overlay: Overlay,
  claims: Claim[],
): Promise<(path: string, line: number) => string | undefined> {
  const paths = new Set(claims.flatMap(({ source }) => (source ? [source.path] : [])));
  const lines = new Map<string, string[]>();
  for await (const { path, content } of overlay.readEach([...paths]))
    lines.set(path, content.split(/\r?\n/));
  return (path, line) => lines.get(path)?.[line - 1];
}

/** A change is told as a whole: what its first turn was about, then what later ones added. */
function withEarlier(outcome: Outcome, earlier: Outcome[]): Outcome {
  const all = [...earlier, outcome];
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
    events: [
      { type: "data-pull-request", id: "pull-request", data: { number, title, url, draft } },
    ],
  };
}
