import { sql } from "kysely";
import type { Database } from "../database.ts";
import { inChunks } from "../in-chunks.ts";

export type EventWalk = {
  /** Answers that ended before this moment lose their events. */
  before: string;
  /** The answer that was looked at last; "" at the beginning. */
  after: string;
  /** So many answers are looked at. */
  limit: number;
};

/**
 * Deletes the events of some answers that have ended: their text stays, nobody can resume them any more. Walks through answers that
 * have events, by their ids. Returns the last one looked at; undefined when there is none left.
 */
export async function deleteOldEvents(
  db: Database,
  { before, after, limit }: EventWalk,
): Promise<string | undefined> {
  const ids = await answersWithEvents(db, after, limit);
  for (const some of inChunks(ids))
    await db
      .deleteFrom("answerEvents")
      .where("answerId", "in", (query) =>
        query
          .selectFrom("answers")
          .select("id")
          .where("id", "in", some)
          .where("state", "!=", "streaming")
          .where("finishedAt", "<", before),
      )
      .execute();
  return ids.at(-1);
}

/** Jumps from answer to answer: to read past all events of each would take as long as deleting them. */
async function answersWithEvents(db: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string | null }>`
    with recursive walk (id, number) as (
      select min(answer_id), 1 from answer_events where answer_id > ${after}
      union all
      select (select min(answer_id) from answer_events where answer_id > walk.id), number + 1
        from walk where walk.id is not null and number < ${sql.lit(limit)}
    )
    select id from walk where id is not null order by number`.execute(db);
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** Whether the events of an answer that has ended are still there. */
export async function hasEvents(db: Database, answerId: string): Promise<boolean> {
  const found = db.selectFrom("answerEvents").select("seq").where("answerId", "=", answerId);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}
