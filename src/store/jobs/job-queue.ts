import type { JobEvent, Todo } from "../../contract/jobs.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import type { Row } from "../tables.ts";
import { appendJobEvents } from "./job-events.ts";
import { type JobTurn, toTurn } from "./job-turns.ts";
import { type Job, jobColumns, unended } from "./jobs.ts";

/** One worker's hold on one job. The owner is new with every claim, so a holder that was gone too long is told so. */
export type Lease = { jobId: string; owner: string };

const progressColumns = [
  "baseCommit",
  "step",
  "attempt",
  "conversation",
  "pendingReply",
  "overlay",
  "outcome",
  "turn",
] as const;

type StoredProgress = Pick<Row<"jobs">, (typeof progressColumns)[number]>;

/** Where a job stands. */
export type JobProgress = Omit<StoredProgress, "pendingReply" | "outcome" | "turn"> & {
  pendingReply: object | undefined;
  outcome: object | undefined;
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
      leaseOwner: claim.owner,
      leaseExpiresAt: claim.leaseExpiresAt,
      attempt: expression("attempt", "+", 1),
      startedAt: expression.fn.coalesce("startedAt", expression.val(claim.now)),
      turnStartedAt: expression.fn.coalesce("turnStartedAt", expression.val(claim.now)),
      claimedAt: claim.now,
    }))
    .where("id", "=", free.id)
    .where("place", "=", free.place)
    .where("state", "!=", "halted")
    .where("leaseExpiresAt", "<", claim.now)
    .returning([...jobColumns, ...progressColumns])
    .executeTakeFirst();
  if (!row) return undefined;
  const { baseCommit, step, attempt, conversation, pendingReply, overlay, outcome, turn, ...job } =
    row;
  const stored = { baseCommit, step, attempt, conversation, pendingReply, overlay, outcome, turn };
  return { job, progress: toProgress(stored) };
}

type Place = { id: string; place: number };

async function findFreeJob(db: Database, now: string): Promise<Place | undefined> {
  return db
    .selectFrom("jobs as waiting")
    .select(["waiting.id", "waiting.place"])
    .where("waiting.state", "in", unended)
    .where("waiting.leaseExpiresAt", "<", now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("jobs as earlier")
            .select("earlier.id")
            .whereRef("earlier.projectId", "=", "waiting.projectId")
            .whereRef("earlier.branch", "=", "waiting.branch")
            .whereRef("earlier.place", "<", "waiting.place")
            .where("earlier.state", "in", unended),
        ),
      ),
    )
    .orderBy(({ selectFrom }) =>
      selectFrom("jobs as running")
        .select(({ fn }) => fn.countAll().as("count"))
        .whereRef("running.projectId", "=", "waiting.projectId")
        .where("running.state", "=", "running")
        .where("running.leaseExpiresAt", ">=", now),
    )
    .orderBy(({ selectFrom }) =>
      selectFrom("jobs as served")
        .select(({ fn }) => fn.max("served.claimedAt").as("at"))
        .whereRef("served.projectId", "=", "waiting.projectId"),
    )
    .orderBy("waiting.queuedAt")
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
    .set({ leaseExpiresAt })
    .returning("cancelRequestedAt")
    .executeTakeFirst();
  return row && { cancelRequested: row.cancelRequestedAt !== null };
}

/** Where a job stands now; undefined when the lease is lost. */
export async function readProgress(db: Database, lease: Lease): Promise<JobProgress | undefined> {
  const row = await db
    .selectFrom("jobs")
    .select(progressColumns)
    .where("id", "=", lease.jobId)
    .where("state", "=", "running")
    .where("leaseOwner", "=", lease.owner)
    .executeTakeFirst();
  return row && toProgress(row);
}

/** Hands a job back untouched, so that the next worker need not wait for the lease to lapse. */
export async function releaseLease(db: Database, lease: Lease): Promise<void> {
  await held(db, lease)
    .set((expression) => ({ leaseExpiresAt: "", attempt: expression("attempt", "-", 1) }))
    .execute();
}

/** Only for whoever knows that no worker is left: the holder of the lock on an embedded store. */
export async function expireAllLeases(db: Database): Promise<void> {
  await db.updateTable("jobs").set({ leaseExpiresAt: "" }).where("state", "=", "running").execute();
}

export type JobCheckpoint =
  /** `target`: the branch that the change is meant for. */
  | ({ kind: "base"; target: string } & Pick<
      JobProgress,
      "baseCommit" | "overlay" | "conversation" | "turn"
    >)
  | { kind: "reply"; reply: object }
  | { kind: "outcome"; outcome: object }
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

/** A job in the hands of its holder, to be changed. */
export function held(db: Database, lease: Lease) {
  return db
    .updateTable("jobs")
    .where("id", "=", lease.jobId)
    .where("state", "=", "running")
    .where("leaseOwner", "=", lease.owner);
}

function columnsOf(checkpoint: JobCheckpoint) {
  if (checkpoint.kind === "reply") return { pendingReply: checkpoint.reply };
  if (checkpoint.kind === "outcome") return { outcome: checkpoint.outcome };
  const { conversation, overlay, turn } = checkpoint;
  if (checkpoint.kind === "base")
    return {
      ...{ baseCommit: checkpoint.baseCommit, base: checkpoint.target },
      ...{ conversation, overlay, turn, forgeWait: null },
    };
  const { step, todos, outcome = null } = checkpoint;
  const next = { step, attempt: 1, todos, forgeWait: null };
  return { ...next, conversation, pendingReply: null, overlay, outcome, turn };
}

function toProgress({ pendingReply, outcome, turn, ...stored }: StoredProgress): JobProgress {
  return {
    ...stored,
    pendingReply: pendingReply ?? undefined,
    outcome: outcome ?? undefined,
    turn: toTurn(turn),
  };
}
