import type { JobEvent } from "../../contract/jobs.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks } from "../in-chunks.ts";
import type { Row } from "../tables.ts";

export type LoggedJobEvent = Pick<Row<"jobEvents">, "seq" | "event">;

/** The caller has changed the job's row in this transaction, so nobody else appends at the same time. */
export async function appendJobEvents(
  trx: DatabaseTransaction,
  jobId: string,
  events: JobEvent[],
): Promise<void> {
  const last = await lastSeq(trx, "jobEvents", jobId);
  const rows = events.map((event, index) => ({ jobId, seq: last + 1 + index, event }));
  for (const some of inChunks(rows)) await trx.insertInto("jobEvents").values(some).execute();
}

export async function jobEventsAfter(
  db: Database,
  jobId: string,
  seq: number,
): Promise<LoggedJobEvent[]> {
  return db
    .selectFrom("jobEvents")
    .select(["seq", "event"])
    .where("jobId", "=", jobId)
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(200)
    .execute();
}

/** The number of the last event or message of a job; 0 when there is none. */
export async function lastSeq(
  trx: DatabaseTransaction,
  table: "jobEvents" | "jobMessages",
  jobId: string,
): Promise<number> {
  const row = await trx
    .selectFrom(table)
    .select(({ fn }) => fn.max("seq").as("seq"))
    .where("jobId", "=", jobId)
    .executeTakeFirst();
  return row?.seq ?? 0;
}
