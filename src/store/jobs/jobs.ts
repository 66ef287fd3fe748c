import type { JobEvent } from "../../contract/jobs.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import type { JobState } from "../tables.ts";
import { appendJobEvents } from "./job-events.ts";
import { type HaltReason, type Job, jobColumns, toJob } from "./job-row.ts";

export type { HaltReason, Job } from "./job-row.ts";

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
    .select(({ fn }) => [fn.max("ordinal").as("ordinal"), fn.max("place").as("place")])
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
      turn: "",
      place: (last?.place ?? 0) + 1,
      queued_at: job.createdAt,
      claimed_at: "",
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
  /** "" leaves the link to an earlier change as it is. */
  pullRequestLink: string;
  /** What was done stands in the branch: a further turn begins from there. */
  isKept: boolean;
  at: string;
};

/**
 * Ends a job together with its last events, which are told of the reply whose tools did not run to their end. False:
 * someone else has the job, or has ended it.
 */
export async function haltJob(
  trx: DatabaseTransaction,
  guard: JobGuard,
  halt: Halt,
  events: (job: Job, pendingReply: unknown) => JobEvent[],
): Promise<boolean> {
  const before = await trx
    .selectFrom("jobs")
    .select("pending_reply")
    .where("id", "=", guard.jobId)
    .executeTakeFirst();
  const pendingReply = before?.pending_reply ? JSON.parse(before.pending_reply) : undefined;
  const row = await trx
    .updateTable("jobs")
    .set({
      state: "halted",
      halt_reason: halt.reason,
      message_to_user: halt.messageToUser,
      ...(halt.pullRequestLink !== "" && { pull_request_link: halt.pullRequestLink }),
      halted_at: halt.at,
      lease_owner: "",
      pending_reply: null,
      // What does not stand in the branch is kept here: a further turn goes on with it.
      ...(halt.isKept && { base_commit: "", overlay: "[]" }),
    })
    .where("id", "=", guard.jobId)
    .where("state", "=", guard.state)
    .where("lease_owner", "=", guard.leaseOwner)
    .returning(jobColumns)
    .executeTakeFirst();
  if (!row) return false;
  await appendJobEvents(trx, guard.jobId, events(toJob(row), pendingReply));
  return true;
}

/** The job has ended: it waits for a worker once more, behind the other jobs of its project. Call it under `lockProjectJobs`. */
export async function requeueJob(
  trx: DatabaseTransaction,
  job: { id: string; projectId: string },
  next: { turn: string; at: string },
): Promise<Job> {
  const last = await trx
    .selectFrom("jobs")
    .select(({ fn }) => fn.max("place").as("place"))
    .where("project_id", "=", job.projectId)
    .executeTakeFirst();
  const row = await trx
    .updateTable("jobs")
    .set({
      state: "queued",
      halt_reason: "",
      message_to_user: "",
      turn: next.turn,
      attempt: 0,
      outcome: null,
      lease_owner: "",
      lease_expires_at: "",
      cancel_requested_at: null,
      halted_at: null,
      place: (last?.place ?? 0) + 1,
      queued_at: next.at,
    })
    .where("id", "=", job.id)
    .returning(jobColumns)
    .executeTakeFirstOrThrow();
  return toJob(row);
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
