import type { JobEvent } from "../../contract/jobs.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks } from "../docs/blobs.ts";

export type LoggedJobEvent = { seq: number; event: JobEvent };

/** The caller has changed the job's row in this transaction, so nobody else appends at the same time. */
export async function appendJobEvents(
  trx: DatabaseTransaction,
  jobId: string,
  events: JobEvent[],
): Promise<void> {
  const last = await trx
    .selectFrom("job_events")
    .select((expression) => expression.fn.max("seq").as("seq"))
    .where("job_id", "=", jobId)
    .executeTakeFirst();
  const rows = events.map((event, index) => ({
    job_id: jobId,
    seq: (last?.seq ?? 0) + 1 + index,
    event: JSON.stringify(event),
  }));
  for (const some of inChunks(rows)) await trx.insertInto("job_events").values(some).execute();
}

export async function jobEventsAfter(
  db: Database,
  jobId: string,
  seq: number,
): Promise<LoggedJobEvent[]> {
  const rows = await db
    .selectFrom("job_events")
    .select(["seq", "event"])
    .where("job_id", "=", jobId)
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(200)
    .execute();
  return rows.map((row) => ({ seq: row.seq, event: JSON.parse(row.event) }));
}
