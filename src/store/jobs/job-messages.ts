import type { JobEvent, JobMessage } from "../../contract/jobs.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import type { Row } from "../tables.ts";
import { appendJobEvents, lastSeq } from "./job-events.ts";
import { type JobTurn, nextTurn, toTurn } from "./job-turns.ts";
import { type Job, requeueJob } from "./jobs.ts";

const followUpColumns = ["seq", "messages", "afterSeq", "createdAt"] as const;

/** Messages somebody sent to a job after it was started. */
export type FollowUp = Pick<Row<"jobMessages">, (typeof followUpColumns)[number]>;

/** Call it under `lockProjectJobs`. */
export async function insertFollowUp(
  trx: DatabaseTransaction,
  jobId: string,
  followUp: { messages: JobMessage[]; idempotencyKey: string; at: string },
): Promise<FollowUp> {
  const { messages, idempotencyKey, at: createdAt } = followUp;
  const seq = (await lastSeq(trx, "jobMessages", jobId)) + 1;
  const afterSeq = await lastSeq(trx, "jobEvents", jobId);
  await trx
    .insertInto("jobMessages")
    .values({ jobId, seq, messages, idempotencyKey, afterSeq, createdAt })
    .execute();
  return { seq, messages, afterSeq, createdAt };
}

export async function findFollowUpByKey(
  db: Database,
  wanted: { jobId: string; idempotencyKey: string; createdSince: string },
): Promise<FollowUp | undefined> {
  return db
    .selectFrom("jobMessages")
    .select(followUpColumns)
    .where("jobId", "=", wanted.jobId)
    .where("idempotencyKey", "=", wanted.idempotencyKey)
    .where("createdAt", ">", wanted.createdSince)
    .orderBy("seq", "desc")
    .executeTakeFirst();
}

/** Oldest first. */
export async function followUpsAfter(
  db: Database,
  jobId: string,
  seq: number,
): Promise<FollowUp[]> {
  return db
    .selectFrom("jobMessages")
    .select(followUpColumns)
    .where("jobId", "=", jobId)
    .where("seq", ">", seq)
    .orderBy("seq")
    .execute();
}

/**
 * Begins another turn of a job that has ended, if somebody has sent it what its model has not been given. Call it under
 * `lockProjectJobs`.
 */
export async function beginTurn(
  trx: DatabaseTransaction,
  job: { id: string; projectId: string },
  begin: { at: string; events(job: Job): JobEvent[]; mergesBase?: boolean },
): Promise<Job | undefined> {
  const row = await trx
    .selectFrom("jobs")
    .select(["turn", "step"])
    .where("id", "=", job.id)
    .where("state", "=", "halted")
    .executeTakeFirst();
  if (!row) return undefined;
  const turn = toTurn(row.turn);
  if ((await followUpsAfter(trx, job.id, turn.heard)).length === 0) return undefined;
  const after = nextTurn(turn, row.step);
  const mergesBase = begin.mergesBase ?? after.mergesBase;
  const next = { turn: { ...after, mergesBase }, outcome: null, at: begin.at };
  const queued = await requeueJob(trx, job, next);
  await appendJobEvents(trx, job.id, begin.events(queued));
  return queued;
}

/** How a turn ended, for those that come after it. */
export type TurnEnd = {
  /** Nothing that was sent so far begins a turn any more. */
  hearsAll: boolean;
  /** What the model said at its end is part of the change, or shall be. */
  keepsOutcome: boolean;
  /** Absent: as it was. */
  unproposed?: boolean | undefined;
};

/** Call it when the job has been halted, in the same transaction. */
export async function closeTurn(
  trx: DatabaseTransaction,
  jobId: string,
  end: TurnEnd,
): Promise<void> {
  const job = await trx
    .selectFrom("jobs")
    .select(["turn", "outcome"])
    .where("id", "=", jobId)
    .executeTakeFirstOrThrow();
  const turn = toTurn(job.turn);
  const last = end.hearsAll ? (await followUpsAfter(trx, jobId, turn.heard)).at(-1) : undefined;
  const outcome = end.keepsOutcome && job.outcome !== null ? [job.outcome] : [];
  const closed: JobTurn = {
    ...turn,
    heard: last?.seq ?? turn.heard,
    earlier: [...turn.earlier, ...outcome],
    unproposed: end.unproposed ?? turn.unproposed,
  };
  await trx.updateTable("jobs").set({ turn: closed }).where("id", "=", jobId).execute();
}
