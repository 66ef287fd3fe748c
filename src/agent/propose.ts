import type { Change, ChangeCheck } from "../contract/changes.ts";
import type { Forge } from "../forge/forge.ts";
import { commitOverlay } from "../git/commit-overlay.ts";
import { type Overlay, openOverlay } from "../git/overlay.ts";
import { AppError } from "../lib/app-error.ts";
import type { Job } from "../store/jobs.ts";
import type { Project } from "../store/projects.ts";
import { changeBody, changeTitle, commitMessage } from "./change-text.ts";
import { checkChanges } from "./checks/check-changes.ts";
import type { Ending } from "./end-job.ts";
import { ForgeRefusal } from "./ending-of.ts";
import type { JobRepository } from "./job-repository.ts";
import type { Outcome } from "./progress.ts";
import { instructionOf } from "./prompt.ts";

type Deps = { forgeOf(project: Project, repository: JobRepository): Forge; publicUrl: string };

export type Proposal = {
  job: Job;
  project: Project;
  repository: JobRepository;
  overlay: Overlay;
  /** Commit the job was built on. */
  base: string;
  outcome: Outcome;
};

const author = { name: "Docent", email: "docent@localhost" };

/** Checks what a job has changed, commits it to its branch and opens a change. Doing it twice leaves one commit and one change. */
export async function propose(deps: Deps, proposal: Proposal): Promise<Ending> {
  const { job, repository, overlay, base, outcome } = proposal;
  const changes = overlay.changes();
  if (changes.length === 0) return completed(outcome, undefined);
  const checks = await checkChanges(overlay, repository.docsFolder);
  const { commit: headCommit, created } = await commitOverlay(repository.path, {
    base,
    branch: job.branch,
    changes,
    message: commitMessage(outcome, job.id),
    author,
    date: new Date(job.createdAt),
  });
  if (headCommit === base) return completed(outcome, undefined);
  const forge = deps.forgeOf(proposal.project, repository);
  const earlier = created ? undefined : await findChange(forge, job, headCommit);
  const change = earlier ?? (await openChange(deps, proposal, { forge, checks, headCommit }));
  return completed(outcome, change);
}

/** Killed between opening the change and saying so, a job finds its own again, even if somebody has merged it meanwhile. */
async function findChange(forge: Forge, job: Job, headCommit: string): Promise<Change | undefined> {
  const changes = await forge.list().catch(refused);
  return changes.find((one) => one.sessionId === job.id && one.headCommit === headCommit);
}

type Opening = { forge: Forge; checks: ChangeCheck[]; headCommit: string };

async function openChange(deps: Deps, proposal: Proposal, opening: Opening): Promise<Change> {
  const { job, project, repository, overlay, outcome } = proposal;
  const { forge, checks, headCommit } = opening;
  const before = await openOverlay(repository.path, proposal.base, []);
  const existing = new Set(before.list().map((file) => file.path));
  const body = changeBody({
    outcome,
    instruction: instructionOf(job.messages),
    changes: overlay.changes(),
    existed: (path) => existing.has(path),
    checks,
    session: { id: job.id, url: `${deps.publicUrl}/dashboard/${project.domain}/jobs/${job.id}` },
  });
  const { asDraft: draft, branch: head, base, id: sessionId } = job;
  const title = changeTitle(outcome.title);
  const change = { title, body, draft, head, base, headCommit, checks, sessionId };
  return forge.open(change).catch(refused);
}

function refused(error: unknown): never {
  const isRefusal =
    error instanceof AppError && (error.code === "unauthenticated" || error.code === "forbidden");
  throw isRefusal ? new ForgeRefusal(error) : error;
}

function completed(outcome: Outcome, change: Change | undefined): Ending {
  const { messageToUser } = outcome;
  if (!change) return { reason: "completed", messageToUser, pullRequestLink: "" };
  const { number, title, url, draft } = change;
  const data = { number, title, url, draft };
  return {
    reason: "completed",
    messageToUser,
    pullRequestLink: url,
    events: [{ type: "data-pull-request", id: "pull-request", data }],
  };
}
