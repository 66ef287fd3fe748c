import { sql } from "kysely";
import type { Database } from "../database.ts";

export type JobWalk = {
  /** Jobs that ended before this moment lose their events. */
  before: string;
  /** The job that was looked at last; "" at the beginning. */
  after: string;
  /** So many jobs are looked at. */
  limit: number;
};

/**
 * Deletes the events of some jobs that have ended, but for the last one: a job that is sent another message goes on counting from
 * there. Returns the last job looked at; undefined when there is none left.
 */
export async function deleteOldJobEvents(
  db: Database,
  { before, after, limit }: JobWalk,
): Promise<string | undefined> {
  const jobs = await db
    .selectFrom("jobs")
    .select("id")
    .where("id", ">", after)
    .where("state", "=", "halted")
    .where("haltedAt", "<", before)
    .orderBy("id")
    .limit(limit)
    .execute();
  const ids = jobs.map(({ id }) => id);
  if (ids.length === 0) return undefined;
  await db
    .deleteFrom("jobEvents")
    .where("jobId", "in", ids)
    .where(
      sql<boolean>`seq < (select max(seq) from job_events as later where later.job_id = job_events.job_id)`,
    )
    .execute();
  return ids.at(-1);
}
