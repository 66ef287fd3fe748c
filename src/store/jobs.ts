import type { JobEvent, JobMessage, Todo } from "../contract/jobs.ts";
import type { Database, DatabaseTransaction } from "./database.ts";
import { appendJobEvents } from "./job-events.ts";
import type { JobHaltReason, JobState } from "./tables.ts";

export type HaltReason = Exclude<JobHaltReason, "">;

/** A job as the outside sees it; what the worker needs to go on with it is loaded when it is claimed. */
export type Job = {
  id: string;
  projectId: string;
  /** Place among the jobs of its project, from 1 on. */
  ordinal: number;
  branch: string;
  base: string;
  model: string;
  asDraft: boolean;
  state: JobState;
  haltReason: JobHaltReason;
  messageToUser: string;
  pullRequestLink: string;
  messages: JobMessage[];
  todos: Todo[];
  cancelRequestedAt: string | null;
  createdAt: string;
};

export type NewJob = Pick<
  Job,
  "id" | "projectId" | "branch" | "base" | "model" | "asDraft" | "messages" | "createdAt"
> & { idempotencyKey: string };

/** The write comes first, so that of two requests with one idempotency key the second waits and finds the first one's job. */
export async function lockProjectJobs(trx: DatabaseTransaction, projectId: string): Promise<void> {
  await trx
    .updateTable("projects")
    .set((expression) => ({ domain: expression.ref("domain") }))
    .where("id", "=", projectId)
    .execute();
}

/** Call it under `lockProjectJobs`: the order of a project's jobs is the order of their commits. */
export async function insertJob(trx: DatabaseTransaction, job: NewJob): Promise<Job> {
  const last = await trx
    .selectFrom("jobs")
    .select((expression) => expression.fn.max("ordinal").as("ordinal"))
    .where("project_id", "=", job.projectId)
    .executeTakeFirst();
  const row = await trx
    .insertInto("jobs")
    .values({
      id: job.id,
      project_id: job.projectId,
      ordinal: (last?.ordinal ?? 0) + 1,
      branch: job.branch,
      base: job.base,
      model: job.model,
      as_draft: job.asDraft ? 1 : 0,
      state: "queued",
      halt_reason: "",
      message_to_user: "",
      pull_request_link: "",
      messages: JSON.stringify(job.messages),
      todos: "[]",
      idempotency_key: job.idempotencyKey,
      base_commit: "",
      step: 0,
      attempt: 0,
      conversation: "[]",
      pending_reply: null,
      overlay: "[]",
      outcome: null,
      lease_owner: "",
      lease_expires_at: "",
      cancel_requested_at: null,
      created_at: job.createdAt,
      started_at: null,
      halted_at: null,
    })
    .returning(jobColumns)
    .executeTakeFirstOrThrow();
  return toJob(row);
}

export async function findJob(
  db: Database,
  projectId: string,
  id: string,
): Promise<Job | undefined> {
  const row = await db
    .selectFrom("jobs")
    .select(jobColumns)
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row && toJob(row);
}

export async function findJobByKey(
  db: Database,
  wanted: { projectId: string; idempotencyKey: string; createdSince: string },
): Promise<Job | undefined> {
  const row = await db
    .selectFrom("jobs")
    .select(jobColumns)
    .where("project_id", "=", wanted.projectId)
    .where("idempotency_key", "=", wanted.idempotencyKey)
    .where("created_at", ">", wanted.createdSince)
    .orderBy("ordinal", "desc")
    .executeTakeFirst();
  return row && toJob(row);
}

/** Newest first; all of them unless `take` says otherwise. */
export async function listJobs(
  db: Database,
  projectId: string,
  { skip, take }: { skip: number; take: number | undefined },
): Promise<Job[]> {
  let query = db
    .selectFrom("jobs")
    .select(jobColumns)
    .where("project_id", "=", projectId)
    .orderBy("ordinal", "desc");
  // SQLite takes no offset without a limit.
  if (take !== undefined || skip > 0) query = query.limit(take ?? 2 ** 31 - 1).offset(skip);
  return (await query.execute()).map(toJob);
}

/** Which of a job's rows a change is meant for: only while it is in this state, and in this owner's hands. */
export type JobGuard = { jobId: string; state: JobState; leaseOwner: string };

export type Halt = {
  reason: HaltReason;
  messageToUser: string;
  pullRequestLink: string;
  at: string;
};

/** Ends a job together with its last events. False: someone else has the job, or has ended it. */
export async function haltJob(
  db: Database,
  guard: JobGuard,
  halt: Halt,
  events: (job: Job) => JobEvent[],
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("jobs")
      .set({
        state: "halted",
        halt_reason: halt.reason,
        message_to_user: halt.messageToUser,
        pull_request_link: halt.pullRequestLink,
        halted_at: halt.at,
        lease_owner: "",
        pending_reply: null,
        // A proposed change stands in its branch; whatever else a job had done is kept for whoever looks into it.
        ...(halt.reason === "completed" && { conversation: "[]", overlay: "[]" }),
      })
      .where("id", "=", guard.jobId)
      .where("state", "=", guard.state)
      .where("lease_owner", "=", guard.leaseOwner)
      .returning(jobColumns)
      .executeTakeFirst();
    if (!row) return false;
    await appendJobEvents(trx, guard.jobId, events(toJob(row)));
    return true;
  });
}

/** False: it has ended already. */
export async function requestCancel(db: Database, jobId: string, at: string): Promise<boolean> {
  const row = await db
    .updateTable("jobs")
    .set({ cancel_requested_at: at })
    .where("id", "=", jobId)
    .where("state", "!=", "halted")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export const jobColumns = [
  "id",
  "project_id",
  "ordinal",
  "branch",
  "base",
  "model",
  "as_draft",
  "state",
  "halt_reason",
  "message_to_user",
  "pull_request_link",
  "messages",
  "todos",
  "cancel_requested_at",
  "created_at",
] as const;

type JobRow = {
  id: string;
  project_id: string;
  ordinal: number;
  branch: string;
  base: string;
  model: string;
  as_draft: number;
  state: JobState;
  halt_reason: JobHaltReason;
  message_to_user: string;
  pull_request_link: string;
  messages: string;
  todos: string;
  cancel_requested_at: string | null;
  created_at: string;
};

export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    projectId: row.project_id,
    ordinal: row.ordinal,
    branch: row.branch,
    base: row.base,
    model: row.model,
    asDraft: row.as_draft === 1,
    state: row.state,
    haltReason: row.halt_reason,
    messageToUser: row.message_to_user,
    pullRequestLink: row.pull_request_link,
    messages: JSON.parse(row.messages),
    todos: JSON.parse(row.todos),
    cancelRequestedAt: row.cancel_requested_at,
    createdAt: row.created_at,
  };
}
