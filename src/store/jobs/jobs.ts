import type { JobModelFault } from "../../contract/job-list.ts";
import type { JobEvent } from "../../contract/jobs.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import type { JobHaltReason, JobState, Row } from "../tables.ts";
import { appendJobEvents } from "./job-events.ts";
import { insertJobTexts, retitleJob } from "./job-texts.ts";
import type { JobTurn } from "./job-turns.ts";

export type HaltReason = Exclude<JobHaltReason, "">;

export const jobColumns = [
  "id",
  "projectId",
  "ordinal",
  "branch",
  "base",
  "model",
  "asDraft",
  "state",
  "haltReason",
  "messageToUser",
  "pullRequestLink",
  "messages",
  "todos",
  "cancelRequestedAt",
  "createdAt",
  "forgeWait",
] as const;

/** A job as the outside sees it; what the worker needs to go on with it is loaded when it is claimed. */
export type Job = Pick<Row<"jobs">, (typeof jobColumns)[number]>;

export type NewJob = Pick<
  Job,
  "id" | "projectId" | "branch" | "base" | "model" | "asDraft" | "messages" | "createdAt"
> & { idempotencyKey: string; startedBy?: string | null };

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
  const ordinal = await lastOf(trx, job.projectId, "ordinal");
  const stored = await trx
    .insertInto("jobs")
    .values({
      startedBy: null,
      ...job,
      ordinal: ordinal + 1,
      state: "queued",
      haltReason: "",
      messageToUser: "",
      pullRequestLink: "",
      todos: [],
      baseCommit: "",
      step: 0,
      attempt: 0,
      conversation: [],
      pendingReply: null,
      overlay: [],
      outcome: null,
      leaseOwner: "",
      leaseExpiresAt: "",
      cancelRequestedAt: null,
      startedAt: null,
      haltedAt: null,
      turn: {},
      place: (await lastOf(trx, job.projectId, "place")) + 1,
      queuedAt: job.createdAt,
      claimedAt: "",
      forgeWait: null,
      turnStartedAt: null,
      earlierMs: 0,
      modelFault: null,
    })
    .returning(jobColumns)
    .executeTakeFirstOrThrow();
  await insertJobTexts(trx, stored);
  return stored;
}

/** One at a time: an index tells each of them at once, and both together only after a look at every job. */
async function lastOf(
  trx: DatabaseTransaction,
  projectId: string,
  column: "ordinal" | "place",
): Promise<number> {
  const row = await trx
    .selectFrom("jobs")
    .select(({ fn }) => fn.max(column).as("last"))
    .where("projectId", "=", projectId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

export async function findJob(
  db: Database,
  projectId: string,
  id: string,
): Promise<Job | undefined> {
  return db
    .selectFrom("jobs")
    .select(jobColumns)
    .where("id", "=", id)
    .where("projectId", "=", projectId)
    .executeTakeFirst();
}

export async function findJobByKey(
  db: Database,
  wanted: { projectId: string; idempotencyKey: string; createdSince: string },
): Promise<Job | undefined> {
  return db
    .selectFrom("jobs")
    .select(jobColumns)
    .where("projectId", "=", wanted.projectId)
    .where("idempotencyKey", "=", wanted.idempotencyKey)
    .where("createdAt", ">", wanted.createdSince)
    .orderBy("ordinal", "desc")
    .executeTakeFirst();
}

/** Newest first, from the one before this ordinal on. */
export async function listJobs(
  db: Database,
  projectId: string,
  { skip, take, before }: { skip: number; take: number; before: number | undefined },
): Promise<Job[]> {
  const query = db
    .selectFrom("jobs")
    .select(jobColumns)
    .where("projectId", "=", projectId)
    .orderBy("ordinal", "desc")
    .limit(take)
    .offset(skip);
  return (before === undefined ? query : query.where("ordinal", "<", before)).execute();
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
  /** What its change is called; absent where it proposed none. */
  changeTitle?: string | undefined;
  /** Absent where its model did not fail. */
  modelFault?: JobModelFault | undefined;
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
    .select("pendingReply")
    .where("id", "=", guard.jobId)
    .executeTakeFirst();
  const row = await trx
    .updateTable("jobs")
    .set({
      state: "halted",
      haltReason: halt.reason,
      messageToUser: halt.messageToUser,
      ...(halt.pullRequestLink !== "" && { pullRequestLink: halt.pullRequestLink }),
      haltedAt: halt.at,
      modelFault: halt.modelFault ?? null,
      leaseOwner: "",
      pendingReply: null,
      forgeWait: null,
      // What does not stand in the branch is kept here: a further turn goes on with it.
      ...(halt.isKept && { baseCommit: "", overlay: [] }),
    })
    .where("id", "=", guard.jobId)
    .where("state", "=", guard.state)
    .where("leaseOwner", "=", guard.leaseOwner)
    .returning(jobColumns)
    .executeTakeFirst();
  if (!row) return false;
  if (halt.changeTitle !== undefined) await retitleJob(trx, row, halt.changeTitle);
  await appendJobEvents(trx, guard.jobId, events(row, before?.pendingReply ?? undefined));
  return true;
}

/** The job has ended: it waits for a worker once more, behind the other jobs of its project. Call it under `lockProjectJobs`. */
export async function requeueJob(
  trx: DatabaseTransaction,
  job: { id: string; projectId: string },
  next: { turn: JobTurn; outcome: object | null; at: string },
): Promise<Job> {
  const place = await lastOf(trx, job.projectId, "place");
  const ended = await trx
    .selectFrom("jobs")
    .select(["turnStartedAt", "haltedAt", "earlierMs"])
    .where("id", "=", job.id)
    .executeTakeFirstOrThrow();
  return trx
    .updateTable("jobs")
    .set({
      state: "queued",
      earlierMs: workedMs(ended, next.at),
      turnStartedAt: null,
      modelFault: null,
      haltReason: "",
      messageToUser: "",
      turn: next.turn,
      attempt: 0,
      outcome: next.outcome,
      leaseOwner: "",
      leaseExpiresAt: "",
      cancelRequestedAt: null,
      haltedAt: null,
      place: place + 1,
      queuedAt: next.at,
    })
    .where("id", "=", job.id)
    .returning(jobColumns)
    .executeTakeFirstOrThrow();
}

/** How long a job has been at work, from a worker's taking it to its end, in all that it was asked. */
export function workedMs(
  job: Pick<Row<"jobs">, "turnStartedAt" | "haltedAt" | "earlierMs">,
  now: string,
): number {
  const { turnStartedAt, haltedAt, earlierMs } = job;
  if (turnStartedAt === null) return earlierMs;
  const lastMs = Math.max(0, Date.parse(haltedAt ?? now) - Date.parse(turnStartedAt));
  // The column is 32 bits wide in PostgreSQL.
  return Math.min(earlierMs + lastMs, 2 ** 31 - 1);
}

/** False: it has ended already. */
export async function requestCancel(db: Database, jobId: string, at: string): Promise<boolean> {
  const row = await db
    .updateTable("jobs")
    .set({ cancelRequestedAt: at })
    .where("id", "=", jobId)
    .where("state", "!=", "halted")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Named one by one, because an index finds these and not all but another. */
export const unended: readonly JobState[] = ["queued", "running"];

/** What keeps a project's jobs from running. */
export type JobWaits = {
  /** By the id of each job that waits: the job before it on its branch, if there is one. */
  before: Map<string, string | undefined>;
  /** By branch: the last job that has not ended. */
  lastOf: Map<string, string>;
  /** Jobs of all projects that run. */
  running: number;
};

export async function jobWaits(db: Database, projectId: string): Promise<JobWaits> {
  const open = await db
    .selectFrom("jobs")
    .select(["id", "branch", "state", "place"])
    .where("projectId", "=", projectId)
    .where("state", "in", unended)
    .execute();
  // Sorted here: SQLite would read past every job of the project to have them in this order.
  open.sort((one, other) => one.place - other.place);
  const running = await db
    .selectFrom("jobs")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("state", "=", "running")
    .executeTakeFirstOrThrow();
  const before = new Map<string, string | undefined>();
  const lastOf = new Map<string, string>();
  for (const { id, branch, state } of open) {
    if (state === "queued") before.set(id, lastOf.get(branch));
    lastOf.set(branch, id);
  }
  return { before, lastOf, running: running.count };
}
