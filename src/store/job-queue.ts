import type { JobEvent, Todo } from "../contract/jobs.ts";
import type { Database } from "./database.ts";
import { appendJobEvents } from "./job-events.ts";
import { type Job, jobColumns, toJob } from "./jobs.ts";

/** One worker's hold on one job. The owner is new with every claim, so a holder that was gone too long is told so. */
export type Lease = { jobId: string; owner: string };

/** Where a job stands. What is JSON here is written and read by the worker; the store does not look inside. */
export type JobProgress = {
  baseCommit: string;
  /** Steps that are finished. */
  step: number;
  /** How often the step at hand was begun. */
  attempt: number;
  conversation: unknown;
  pendingReply: unknown;
  overlay: unknown;
  outcome: unknown;
};

export type ClaimedJob = { job: Job; progress: JobProgress };

/**
 * Takes the oldest job that waits, or whose worker is gone. Of the jobs on one branch only the oldest that has not
 * ended can be taken. Two claims at the same moment never get the same job: the second finds its lease taken.
 */
export async function claimJob(
  db: Database,
  claim: { owner: string; now: string; leaseExpiresAt: string },
): Promise<ClaimedJob | undefined> {
  // Looking costs no lock: on an embedded store a worker with nothing to do must never wait for another's write.
  const free = await findFreeJob(db, claim.now);
  if (free === undefined) return undefined;
  const row = await db
    .updateTable("jobs")
    .set((expression) => ({
      state: "running",
      lease_owner: claim.owner,
      lease_expires_at: claim.leaseExpiresAt,
      attempt: expression("attempt", "+", 1),
      started_at: expression.fn.coalesce("started_at", expression.val(claim.now)),
    }))
    .where("id", "=", free)
    .where("state", "!=", "halted")
    .where("lease_expires_at", "<", claim.now)
    .returning([...jobColumns, ...progressColumns])
    .executeTakeFirst();
  return row && { job: toJob(row), progress: toProgress(row) };
}

async function findFreeJob(db: Database, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("jobs as waiting")
    .select("waiting.id")
    .where("waiting.state", "!=", "halted")
    .where("waiting.lease_expires_at", "<", now)
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom("jobs as earlier")
            .select("earlier.id")
            .whereRef("earlier.project_id", "=", "waiting.project_id")
            .whereRef("earlier.branch", "=", "waiting.branch")
            .whereRef("earlier.ordinal", "<", "waiting.ordinal")
            .where("earlier.state", "!=", "halted"),
        ),
      ),
    )
    .orderBy("waiting.created_at")
    .orderBy("waiting.id")
    .executeTakeFirst();
  return row?.id;
}

/** Extends the lease. Undefined: it is lost, and its holder must stop. */
export async function renewLease(
  db: Database,
  lease: Lease,
  leaseExpiresAt: string,
): Promise<{ cancelRequested: boolean } | undefined> {
  const row = await held(db, lease)
    .set({ lease_expires_at: leaseExpiresAt })
    .returning("cancel_requested_at")
    .executeTakeFirst();
  return row && { cancelRequested: row.cancel_requested_at !== null };
}

/** Hands a job back untouched, so that the next worker need not wait for the lease to lapse. */
export async function releaseLease(db: Database, lease: Lease): Promise<void> {
  await held(db, lease)
    .set((expression) => ({ lease_expires_at: "", attempt: expression("attempt", "-", 1) }))
    .execute();
}

/** Only for whoever knows that no worker is left: the holder of the lock on an embedded store. */
export async function expireAllLeases(db: Database): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ lease_expires_at: "" })
    .where("state", "=", "running")
    .execute();
}

export type JobCheckpoint =
  | { baseCommit: string }
  | { pendingReply: unknown }
  | { step: number; conversation: unknown; overlay: unknown; todos: Todo[]; outcome: unknown };

/** Commits progress and the events that tell of it. False: the lease is lost, and nothing was written. */
export async function saveCheckpoint(
  db: Database,
  lease: Lease,
  checkpoint: JobCheckpoint,
  events: JobEvent[],
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await held(trx, lease)
      .set(columnsOf(checkpoint))
      .returning("id")
      .executeTakeFirst();
    if (!row) return false;
    await appendJobEvents(trx, lease.jobId, events);
    return true;
  });
}

const progressColumns = [
  "base_commit",
  "step",
  "attempt",
  "conversation",
  "pending_reply",
  "overlay",
  "outcome",
] as const;

function held(db: Database, lease: Lease) {
  return db
    .updateTable("jobs")
    .where("id", "=", lease.jobId)
    .where("state", "=", "running")
    .where("lease_owner", "=", lease.owner);
}

function columnsOf(checkpoint: JobCheckpoint) {
  if ("baseCommit" in checkpoint) return { base_commit: checkpoint.baseCommit };
  if ("pendingReply" in checkpoint)
    return { pending_reply: JSON.stringify(checkpoint.pendingReply) };
  return {
    step: checkpoint.step,
    attempt: 1,
    conversation: JSON.stringify(checkpoint.conversation),
    pending_reply: null,
    overlay: JSON.stringify(checkpoint.overlay),
    outcome: checkpoint.outcome === undefined ? null : JSON.stringify(checkpoint.outcome),
    todos: JSON.stringify(checkpoint.todos),
  };
}

function toProgress(row: {
  base_commit: string;
  step: number;
  attempt: number;
  conversation: string;
  pending_reply: string | null;
  overlay: string;
  outcome: string | null;
}): JobProgress {
  return {
    baseCommit: row.base_commit,
    step: row.step,
    attempt: row.attempt,
    conversation: JSON.parse(row.conversation),
    pendingReply: row.pending_reply === null ? undefined : JSON.parse(row.pending_reply),
    overlay: JSON.parse(row.overlay),
    outcome: row.outcome === null ? undefined : JSON.parse(row.outcome),
  };
}
