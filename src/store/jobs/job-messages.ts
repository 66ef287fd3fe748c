import type { JobEvent, JobMessage } from "../../contract/jobs.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { appendJobEvents } from "./job-events.ts";
import type { Job } from "./job-row.ts";
import { nextTurn, toTurn } from "./job-turns.ts";
import { requeueJob } from "./jobs.ts";

/** Messages somebody sent to a job after it was started. */
export type FollowUp = {
  /** Place among the job's follow-ups, from 1 on. */
  seq: number;
  messages: JobMessage[];
  /** The last event of the job's log when it was sent. */
  afterSeq: number;
};

/** Call it under `lockProjectJobs`. */
export async function insertFollowUp(
  trx: DatabaseTransaction,
  jobId: string,
  followUp: { messages: JobMessage[]; idempotencyKey: string; at: string },
): Promise<FollowUp> {
  const [last, log] = [
    await trx
      .selectFrom("job_messages")
      .select(({ fn }) => fn.max("seq").as("seq"))
      .where("job_id", "=", jobId)
      .executeTakeFirst(),
    await trx
      .selectFrom("job_events")
      .select(({ fn }) => fn.max("seq").as("seq"))
      .where("job_id", "=", jobId)
      .executeTakeFirst(),
  ];
  const seq = (last?.seq ?? 0) + 1;
  const afterSeq = log?.seq ?? 0;
  await trx
    .insertInto("job_messages")
    .values({
      job_id: jobId,
      seq,
      messages: JSON.stringify(followUp.messages),
      idempotency_key: followUp.idempotencyKey,
      after_seq: afterSeq,
      created_at: followUp.at,
    })
    .execute();
  return { seq, messages: followUp.messages, afterSeq };
}

export async function findFollowUpByKey(
  db: Database,
  wanted: { jobId: string; idempotencyKey: string; createdSince: string },
): Promise<FollowUp | undefined> {
  const row = await db
    .selectFrom("job_messages")
    .select(["seq", "messages", "after_seq"])
    .where("job_id", "=", wanted.jobId)
    .where("idempotency_key", "=", wanted.idempotencyKey)
    .where("created_at", ">", wanted.createdSince)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  return row && toFollowUp(row);
}

/** Oldest first. */
export async function followUpsAfter(
  db: Database,
  jobId: string,
  seq: number,
): Promise<FollowUp[]> {
  const rows = await db
    .selectFrom("job_messages")
    .select(["seq", "messages", "after_seq"])
    .where("job_id", "=", jobId)
    .where("seq", ">", seq)
    .orderBy("seq")
    .execute();
  return rows.map(toFollowUp);
}

/**
 * Begins another turn of a job that has ended, if somebody has sent it what its model has not been given. Call it under
 * `lockProjectJobs`.
 */
export async function beginTurn(
  trx: DatabaseTransaction,
  job: { id: string; projectId: string },
  begin: { at: string; events(job: Job): JobEvent[] },
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
  const next = JSON.stringify(nextTurn(turn, row.step));
  const queued = await requeueJob(trx, job, { turn: next, at: begin.at });
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
  const outcome = end.keepsOutcome && job.outcome !== null ? [JSON.parse(job.outcome)] : [];
  const closed = JSON.stringify({
    ...turn,
    heard: last?.seq ?? turn.heard,
    earlier: [...turn.earlier, ...outcome],
    unproposed: end.unproposed ?? turn.unproposed,
  });
  await trx.updateTable("jobs").set({ turn: closed }).where("id", "=", jobId).execute();
}

function toFollowUp(row: { seq: number; messages: string; after_seq: number }): FollowUp {
  return { seq: row.seq, messages: JSON.parse(row.messages), afterSeq: row.after_seq };
}
