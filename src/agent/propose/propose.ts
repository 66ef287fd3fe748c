import type { Change } from "../../contract/changes.ts";
import type { CheckReport } from "../../docs/check/finding.ts";
import type { Forge } from "../../forge/forge.ts";
import type { Overlay } from "../../git/overlay/overlay.ts";
import type { Project } from "../../store/docs/projects.ts";
import type { JobRepository } from "../jobs/job-repository.ts";
import type { JobSettings } from "../jobs/job-settings.ts";
import { commitWork } from "../run/commit-work.ts";
import type { Done } from "../run/edit-docs.ts";
import type { Ending } from "../run/end-job.ts";
import { asRefusal, Unproposed } from "../run/job-ending.ts";
import type { Claim, Outcome } from "../run/job-progress.ts";
import type { Run } from "../run/run-job.ts";
import { changeBody, changeTitle, commitMessage } from "./change-text.ts";
import { findMoves } from "./find-moves.ts";

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
  if (changes.length === 0 && !progress.turn.unproposed) return withoutChange(outcome);
  const report = await desk.check();
  const { commit, created } = await commitWork({
    job,
    repository: desk.repository,
    base: progress.baseCommit,
    changes,
    message: commitMessage(outcome, job.id),
    author: deps.settings.author,
    signal: run.now,
  });
  if (commit === progress.baseCommit && !progress.turn.unproposed) return withoutChange(outcome);
  const proposal = { done, report, commit, created };
  return offer(deps, run, proposal).catch((cause) => {
    throw new Unproposed(cause);
  });
}

function withoutChange({ limit, messageToUser }: Outcome): Ending {
  const ending = { reason: "completed", messageToUser, pullRequestLink: "", isKept: true } as const;
  if (limit === undefined) return ending;
  const nothing = `The job was stopped at its limit of ${limit} before it had changed anything; nothing was proposed.`;
  return { ...ending, reason: "error", messageToUser: nothing };
}

type Proposal = { done: Done; report: CheckReport; commit: string; created: boolean };

async function offer(deps: Deps, run: Run, proposal: Proposal): Promise<Ending> {
  const { job } = run.claimed;
  const { done, report, commit, created } = proposal;
  const forge = deps.forgeOf(run.project, done.desk.repository);
  const changes = await forge.list().catch(asRefusal);
  // Killed between opening the change and saying so, a job may find that somebody has merged or closed it meanwhile.
  const settled = changes.find(
    (one) => one.sessionId === job.id && one.headCommit === commit && one.state !== "open",
  );
  const open = changes.find((one) => one.head === job.branch && one.state === "open");
  const known = created ? undefined : settled;
  const change = known ?? (await openChange(deps, run, { ...proposal, forge, open }));
  return proposed(done.outcome, change, report);
}

type Opening = Proposal & { forge: Forge; open: Change | undefined };

async function openChange(deps: Deps, run: Run, opening: Opening): Promise<Change> {
  const { done, forge, report, open, commit: headCommit } = opening;
  const { id: sessionId, branch: head, base, asDraft } = run.claimed.job;
  const { turn } = done.progress;
  const goesOn = turn.unproposed || open?.sessionId === sessionId;
  const { before, after } = await done.desk.change();
  const existing = new Set(before.list().map((file) => file.path));
  const changes = after.changes();
  const outcome = goesOn ? withEarlier(done.outcome, turn.earlier) : done.outcome;
  const body = changeBody({
    outcome,
    instructions: done.task.messages(turn.heard, goesOn),
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
  const isUnsound = outcome.limit !== undefined || report.checks.some(({ passed }) => !passed);
  // What a person has marked as ready stays so.
  const draft = isUnsound || (asDraft && open?.draft !== false);
  const title = changeTitle(outcome.title);
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
    events: [
      { type: "data-pull-request", id: "pull-request", data: { number, title, url, draft } },
    ],
  };
}
