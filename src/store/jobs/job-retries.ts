import type { JobEvent } from "../../contract/jobs.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import type { ForgeWait } from "./forge-wait.ts";
import { appendJobEvents } from "./job-events.ts";
import { held, type Lease } from "./job-queue.ts";
import { type JobTurn, toTurn } from "./job-turns.ts";
import { type Job, jobColumns, requeueJob } from "./jobs.ts";

/**
 * Puts a job back until its forge is asked again: it keeps its place on its branch, and no worker takes it before. One
 * that somebody is cancelling is taken at once. False: the lease is lost, and nothing was written.
 */
export async function putJobBack(
  db: Database,
  lease: Lease,
  wait: ForgeWait,
  events: (job: Job) => JobEvent[],
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const job = await held(trx, lease)
      .set((expression) => ({
        state: "queued",
        leaseOwner: "",
        leaseExpiresAt: expression
          .case()
          .when("cancelRequestedAt", "is", null)
          .then(wait.nextTryAt)
          .else("")
          .end(),
        attempt: expression("attempt", "-", 1),
        forgeWait: wait,
      }))
      .returning(jobColumns)
      .executeTakeFirst();
    if (!job) return false;
    await appendJobEvents(trx, lease.jobId, events(job));
    return true;
  });
}

/** A job that waits for its forge may be taken at once. False: it does not wait for one. */
export async function endForgeWait(trx: DatabaseTransaction, jobId: string): Promise<boolean> {
  const row = await trx
    .updateTable("jobs")
    .set({ leaseExpiresAt: "" })
    .where("id", "=", jobId)
    .where("state", "=", "queued")
    .where("forgeWait", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Queues a job that came to its end and could not propose what it had done, with all that is needed for it. Undefined:
 * there is nothing to propose. Call it under `lockProjectJobs`.
 */
export async function queueProposal(
  trx: DatabaseTransaction,
  job: { id: string; projectId: string },
  again: { at: string; events(job: Job): JobEvent[] },
): Promise<Job | undefined> {
  const row = await trx
    .selectFrom("jobs")
    .select(["turn", "outcome", "overlay", "baseCommit"])
    .where("id", "=", job.id)
    .where("state", "=", "halted")
    .where("haltReason", "!=", "completed")
    .executeTakeFirst();
  if (!row?.outcome) return undefined;
  const { outcome, overlay, baseCommit } = row;
  const turn = toTurn(row.turn);
  const isEmpty = Array.isArray(overlay) && overlay.length === 0;
  if (isEmpty && !turn.unproposed) return undefined;
  const reopened = reopenTurn(turn, outcome, baseCommit !== "");
  const queued = await requeueJob(trx, job, { turn: reopened, outcome, at: again.at });
  await appendJobEvents(trx, job.id, again.events(queued));
  return queued;
}

/** What the turn said at its end is no longer that of an earlier one. */
function reopenTurn(turn: JobTurn, outcome: object, begun: boolean): JobTurn {
  const isLast = JSON.stringify(turn.earlier.at(-1)) === JSON.stringify(outcome);
  return { ...turn, begun, earlier: isLast ? turn.earlier.slice(0, -1) : turn.earlier };
}
