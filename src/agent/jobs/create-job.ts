import type { CreateJobRequest } from "../../contract/jobs.ts";
import type { RepositoryOf } from "../../forge/edited-repository.ts";
import { stripIdentity } from "../../gate/questions/strip-identity.ts";
import { requireJobBranch, requireRoomForBranch } from "../../git/read/branch-name.ts";
import { type Actor, nameOf } from "../../lib/actor.ts";
import type { Clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import { appendJobEvents } from "../../store/jobs/job-events.ts";
import { insertJobQuestions } from "../../store/jobs/job-questions.ts";
import {
  findJobByKey,
  insertJob,
  type Job,
  lockProjectJobs,
  type NewJob,
} from "../../store/jobs/jobs.ts";
import { instructionOf } from "../../store/jobs/texts-of.ts";
import { takeGroup } from "../group-jobs/take-group.ts";
import { type FollowedJob, queueKey, tailJob } from "./follow-job.ts";
import { keysSince, requireIdempotencyKey } from "./idempotency-key.ts";
import { permitProject } from "./require-job.ts";
import { startEvents, waitsForOf } from "./session.ts";

export type CreateJobDeps = { db: Database; clock: Clock; wake: Wake; repositoryOf: RepositoryOf };

type CreateJobInput = {
  projectId: string;
  request: CreateJobRequest;
  /** The group of readers' questions that the request's questions come from. */
  groupId?: string;
  idempotencyKey: string | undefined;
  /** Who is said to have started it, where it is no person. */
  startedBy?: string;
  signal: AbortSignal;
};

/** Stores the job and hands back its log. It runs when a worker takes it, whether or not anyone reads. */
export async function createJob(
  deps: CreateJobDeps,
  actor: Actor,
  input: CreateJobInput,
): Promise<FollowedJob> {
  const project = await permitProject(deps.db, actor, input.projectId);
  const idempotencyKey = requireIdempotencyKey(input.idempotencyKey);
  const job =
    (await jobOfKey(deps, deps.db, project.id, idempotencyKey)) ??
    (await storeJob(deps, project, {
      ...input,
      job: {
        ...(await newJob(deps, project, input.request, idempotencyKey)),
        startedBy: input.startedBy ?? (actor.kind === "member" ? nameOf(actor) : null),
      },
    }));
  deps.wake.notify(queueKey);
  return { job, events: tailJob(deps, job, { afterSeq: 0, signal: input.signal }) };
}

async function jobOfKey(
  deps: CreateJobDeps,
  db: Database,
  projectId: string,
  idempotencyKey: string,
): Promise<Job | undefined> {
  if (idempotencyKey === "") return undefined;
  return findJobByKey(db, { projectId, idempotencyKey, createdSince: keysSince(deps.clock) });
}

async function newJob(
  deps: CreateJobDeps,
  project: Project,
  request: CreateJobRequest,
  idempotencyKey: string,
): Promise<NewJob> {
  const repository = await deps.repositoryOf(project.id);
  const branch = request.branch ?? freshBranch(instructionOf(request.messages));
  requireJobBranch(branch, repository.defaultBranch);
  await requireRoomForBranch(repository.path, branch);
  return {
    id: newId("job"),
    projectId: project.id,
    branch,
    base: repository.defaultBranch,
    model: request.model,
    asDraft: request.asDraft,
    messages: request.messages,
    idempotencyKey,
    createdAt: deps.clock.now().toISOString(),
  };
}

const longestSlug = 40;

/** A branch name of our own for a job that names none: what it is about, and enough chance to be new. */
function freshBranch(instruction: string): string {
  const words = instruction
    .slice(0, 500)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  let slug = "";
  for (const word of words) {
    if (slug.length + word.length >= longestSlug) break;
    slug += slug === "" ? word : `-${word}`;
  }
  return `docent/${slug || "change"}-${newId("job").slice(-6)}`;
}

type NewWork = Pick<CreateJobInput, "request" | "groupId"> & { job: NewJob };

async function storeJob(
  deps: CreateJobDeps,
  project: Project,
  { job, request, groupId = "" }: NewWork,
): Promise<Job> {
  return deps.db.transaction().execute(async (trx) => {
    await lockProjectJobs(trx, project.id);
    const known = await jobOfKey(deps, trx, project.id, job.idempotencyKey);
    if (known) return known;
    const stored = await insertJob(trx, job);
    // They stand in the change, where the readers' names and addresses have no place.
    const asked = (request.questions ?? []).map((text) => storable(stripIdentity(text)));
    const questionTexts = [...new Set(asked)].filter((text) => text !== "");
    const { id: jobId, projectId } = stored;
    if (questionTexts.length > 0 || groupId !== "")
      await insertJobQuestions(trx, { jobId, projectId, groupId, questionTexts });
    const by = job.startedBy ?? "";
    if (groupId !== "")
      await takeGroup(trx, { projectId, groupId, jobId, by, at: stored.createdAt });
    const waitsFor = (await waitsForOf(trx, project.id))(stored);
    await appendJobEvents(trx, stored.id, startEvents(stored, project.domain, waitsFor));
    return stored;
  });
}

/** PostgreSQL stores neither a NUL nor half a character. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
