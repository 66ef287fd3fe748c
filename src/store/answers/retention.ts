import { type Expression, type SqlBool, sql } from "kysely";
import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks } from "../docs/blobs.ts";
import { detachUsage, spanOf } from "./usage-of-answers.ts";

/**
 * Deletes some of a project's answers from before a moment, with their events, feedback and messages, and the threads
 * that are empty then. An answer that is being written stays. Returns how many answers went; none when all are gone.
 */
export async function deleteOldAnswers(
  db: Database,
  { projectId, before, limit }: { projectId: string; before: string; limit: number },
): Promise<number> {
  const old = (reader: Database) =>
    reader
      .selectFrom("answers")
      .select(["id", "thread_id", "created_at"])
      .where("project_id", "=", projectId)
      .where("created_at", "<", before)
      .where("state", "!=", "streaming")
      .orderBy("created_at")
      .limit(limit);
  return db.transaction().execute(async (trx) => {
    const rows = await old(trx).execute();
    if (rows.length === 0) return 0;
    const threadIds = [...new Set(rows.map((row) => row.thread_id))].sort();
    await lockThreads(trx, threadIds);
    const answers = rows.map((row) => ({ id: row.id, createdAt: row.created_at }));
    await detachUsage(trx, spanOf(projectId, answers));
    const ids = answers.map((answer) => answer.id);
    for (const some of inChunks(ids))
      await trx.deleteFrom("answers").where("id", "in", some).execute();
    for (const some of inChunks(threadIds)) await sweepThreads(trx, some, before);
    return rows.length;
  });
}

/** A question that waits for the thread goes on when this transaction has ended; one that came first is seen. */
export async function lockThreads(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  for (const some of inChunks(ids)) {
    await trx
      .updateTable("threads")
      .set((expression) => ({ updated_at: expression.ref("updated_at") }))
      .where("id", "in", some)
      .execute();
  }
}

/** A question asked long ago stays while an answer to it does: it may have been answered anew. */
async function sweepThreads(
  trx: DatabaseTransaction,
  threadIds: string[],
  before: string,
): Promise<void> {
  await trx
    .deleteFrom("messages")
    .where("thread_id", "in", threadIds)
    .where("created_at", "<", before)
    .where(
      noAnswer(sql`answers.thread_id = messages.thread_id
        and (answers.id = messages.answer_id
          or (messages.role = 'user' and answers.question = messages.text))`),
    )
    .execute();
  await trx
    .deleteFrom("threads")
    .where("id", "in", threadIds)
    .where(noAnswer(sql`answers.thread_id = threads.id`))
    .where(sql<boolean>`not exists (select 1 from messages where messages.thread_id = threads.id)`)
    .execute();
}

function noAnswer(condition: Expression<unknown>): Expression<SqlBool> {
  return sql<boolean>`not exists (select 1 from answers where ${condition})`;
}
