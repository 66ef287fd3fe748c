import type { FollowUpRequest } from "../../contract/jobs.ts";
import type { Actor } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database, DatabaseTransaction } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import {
  beginTurn,
  type FollowUp,
  findFollowUpByKey,
  followUpsAfter,
  insertFollowUp,
} from "../../store/jobs/job-messages.ts";
import { findJob, type Job, lockProjectJobs } from "../../store/jobs/jobs.ts";
import { type FollowedJob, queueKey, tailJob } from "./follow-job.ts";
import { keysSince, requireIdempotencyKey } from "./idempotency-key.ts";
import { type JobAddress, requireJob } from "./require-job.ts";
import { startEvents, waitsForOf } from "./session.ts";

const mostFollowUps = 200;

type Deps = { db: Database; clock: Clock; wake: Wake };

type MessageInput = JobAddress & {
  request: FollowUpRequest;
  /** The base branch is brought into the job's with it, which a job that is at work cannot do. */
  mergesBase?: boolean;
  idempotencyKey: string | undefined;
  signal: AbortSignal;
};

/**
 * Sends a job another message. While it runs, the model reads it with its next step; a job that has ended goes on upon
 * its branch, and its change is updated. The log is handed back from here on.
 */
export async function sendMessage(
  deps: Deps,
  actor: Actor,
  input: MessageInput,
): Promise<FollowedJob> {
  const { project, job } = await requireJob(deps.db, actor, input);
  const key = requireIdempotencyKey(input.idempotencyKey);
  const { afterSeq } = await deps.db.transaction().execute(async (trx) => {
    await lockProjectJobs(trx, project.id);
    return (
      (await sentBefore(deps, trx, job, key)) ?? store(deps, trx, { project, job, input, key })
    );
  });
  deps.wake.notify(queueKey);
  deps.wake.notify(job.id);
  return { job, events: tailJob(deps, job, { afterSeq, signal: input.signal }) };
}

async function sentBefore(
  { clock }: Deps,
  trx: DatabaseTransaction,
  job: Job,
  idempotencyKey: string,
): Promise<FollowUp | undefined> {
  if (idempotencyKey === "") return undefined;
  return findFollowUpByKey(trx, { jobId: job.id, idempotencyKey, createdSince: keysSince(clock) });
}

type Sending = { project: Project; job: Job; input: MessageInput; key: string };

async function store(
  { clock }: Deps,
  trx: DatabaseTransaction,
  { project, job, input, key }: Sending,
): Promise<FollowUp> {
  const now = await findJob(trx, project.id, job.id);
  if (now?.state !== "halted" && now?.cancelRequestedAt)
    throw new AppError(
      "conflict",
      "This session is being cancelled. Send the message again in a moment.",
    );
  if (input.mergesBase && now?.state !== "halted")
    throw new AppError(
      "conflict",
      "The agent is still at work on this change. Ask again when it is done.",
    );
  if ((await followUpsAfter(trx, job.id, mostFollowUps - 1)).length > 0)
    throw new AppError(
      "conflict",
      `A session takes up to ${mostFollowUps} messages. Start another job on its branch.`,
    );
  const at = clock.now().toISOString();
  const { messages } = input.request;
  const followUp = await insertFollowUp(trx, job.id, { messages, idempotencyKey: key, at });
  const waitsFor = await waitsForOf(trx, project.id);
  await beginTurn(trx, job, {
    at,
    ...(input.mergesBase && { mergesBase: true }),
    events: (next) => startEvents(next, project.domain, waitsFor(next)),
  });
  return followUp;
}
