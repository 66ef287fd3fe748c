import type { JobEvent, Todo } from "../../contract/jobs.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { appendJobEvents } from "./job-events.ts";
import { type Job, jobColumns, toJob } from "./job-row.ts";
import { type JobTurn, toTurn } from "./job-turns.ts";

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
  turn: JobTurn;
};

export type ClaimedJob = { job: Job; progress: JobProgress };

/**
 * Takes a job that waits, or whose worker is gone: of the project with the fewest running jobs and, among those, of
 * the one served longest ago. Of the jobs on one branch only the first that has not ended can be taken. Two claims at the same moment never get the same job: the second finds its lease taken.
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
      claimed_at: claim.now,
    }))
    .where("id", "=", free.id)
    .where("place", "=", free.place)
    .where("state", "!=", "halted")
    .where("lease_expires_at", "<", claim.now)
    .returning([...jobColumns, ...progressColumns])
    .executeTakeFirst();
  return row && { job: toJob(row), progress: toProgress(row) };
}

type Place = { id: string; place: number };

async function findFreeJob(db: Database, now: string): Promise<Place | undefined> {
  return db
    .selectFrom("jobs as waiting")
    .select(["waiting.id", "waiting.place"])
    .where("waiting.state", "!=", "halted")
    .where("waiting.lease_expires_at", "<", now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("jobs as earlier")
            .select("earlier.id")
            .whereRef("earlier.project_id", "=", "waiting.project_id")
            .whereRef("earlier.branch", "=", "waiting.branch")
            .whereRef("earlier.place", "<", "waiting.place")
            .where("earlier.state", "!=", "halted"),
        ),
      ),
    )
    .orderBy(({ selectFrom }) =>
      selectFrom("jobs as running")
        .select(({ fn }) => fn.countAll().as("count"))
        .whereRef("running.project_id", "=", "waiting.project_id")
        .where("running.state", "=", "running")
        .where("running.lease_expires_at", ">=", now),
    )
    .orderBy(({ selectFrom }) =>
      selectFrom("jobs as served")
        .select(({ fn }) => fn.max("served.claimed_at").as("at"))
        .whereRef("served.project_id", "=", "waiting.project_id"),
    )
    .orderBy("waiting.queued_at")
    .orderBy("waiting.place")
    .orderBy("waiting.id")
    .executeTakeFirst();
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

/** Where a job stands now; undefined when the lease is lost. */
export async function readProgress(db: Database, lease: Lease): Promise<JobProgress | undefined> {
  const row = await db
    .selectFrom("jobs")
    .select(progressColumns)
    .where("id", "=", lease.jobId)
    .where("state", "=", "running")
    .where("lease_owner", "=", lease.owner)
    .executeTakeFirst();
  return row && toProgress(row);
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
  | ({ kind: "base" } & Pick<JobProgress, "baseCommit" | "overlay" | "conversation" | "turn">)
  | { kind: "reply"; reply: unknown }
  | { kind: "outcome"; outcome: unknown }
  | ({ kind: "step"; todos: Todo[] } & Pick<
      JobProgress,
      "step" | "conversation" | "overlay" | "outcome" | "turn"
    >);

export type Saving = {
  checkpoint: JobCheckpoint;
  /** What the log says of it. */
  events: JobEvent[];
  /** What else belongs to it. */
  also?: ((trx: DatabaseTransaction) => Promise<void>) | undefined;
};

/** Commits progress with everything that tells of it. False: the lease is lost, and nothing was written. */
export async function saveCheckpoint(
  db: Database,
  lease: Lease,
  { checkpoint, events, also }: Saving,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await held(trx, lease)
      .set(columnsOf(checkpoint))
      .returning("id")
      .executeTakeFirst();
    if (!row) return false;
    await appendJobEvents(trx, lease.jobId, events);
    await also?.(trx);
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
  "turn",
] as const;

function held(db: Database, lease: Lease) {
  return db
    .updateTable("jobs")
    .where("id", "=", lease.jobId)
    .where("state", "=", "running")
    .where("lease_owner", "=", lease.owner);
}

function columnsOf(checkpoint: JobCheckpoint) {
  if (checkpoint.kind === "base")
    return {
      base_commit: checkpoint.baseCommit,
      conversation: JSON.stringify(checkpoint.conversation),
      overlay: JSON.stringify(checkpoint.overlay),
      turn: JSON.stringify(checkpoint.turn),
    };
  if (checkpoint.kind === "reply") return { pending_reply: JSON.stringify(checkpoint.reply) };
  if (checkpoint.kind === "outcome") return { outcome: JSON.stringify(checkpoint.outcome) };
  return {
    step: checkpoint.step,
    attempt: 1,
    conversation: JSON.stringify(checkpoint.conversation),
    pending_reply: null,
    overlay: JSON.stringify(checkpoint.overlay),
    outcome: checkpoint.outcome === undefined ? null : JSON.stringify(checkpoint.outcome),
    todos: JSON.stringify(checkpoint.todos),
    turn: JSON.stringify(checkpoint.turn),
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
  turn: string;
}): JobProgress {
  return {
    baseCommit: row.base_commit,
    step: row.step,
    attempt: row.attempt,
    conversation: JSON.parse(row.conversation),
    pendingReply: row.pending_reply === null ? undefined : JSON.parse(row.pending_reply),
    overlay: JSON.parse(row.overlay),
    outcome: row.outcome === null ? undefined : JSON.parse(row.outcome),
    turn: toTurn(row.turn),
  };
}
