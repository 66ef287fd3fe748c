import { type Expression, type SqlBool, sql } from "kysely";
import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks } from "../in-chunks.ts";
import { markGroupsOf } from "../insights/stale-groups.ts";
import { detachUsage, spanOf } from "./usage.ts";

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
      .select(["id", "threadId", "createdAt"])
      .where("projectId", "=", projectId)
      .where("createdAt", "<", before)
      .where("state", "!=", "streaming")
      .orderBy("createdAt")
      .limit(limit);
  return db.transaction().execute(async (trx) => {
    const rows = await old(trx).execute();
    if (rows.length === 0) return 0;
    const threadIds = [...new Set(rows.map((row) => row.threadId))].sort();
    await lockThreads(trx, threadIds);
    await detachUsage(trx, spanOf(projectId, rows));
    const ids = rows.map((row) => row.id);
    await markGroupsOf(trx, ids);
    for (const some of inChunks(ids))
      await trx.deleteFrom("answers").where("id", "in", some).execute();
    for (const some of inChunks(threadIds)) await sweepThreads(trx, some, before);
    return rows.length;
  });
}

/** How many rows of each kind a reader has. */
export type Forgotten = {
  threads: number;
  messages: number;
  answers: number;
  feedback: number;
  chats: number;
};

/** Whose threads: of one reader, in one project or in all. */
export type Reader = { fp: string; projectId: string | undefined };

export async function countReader(db: Database, reader: Reader): Promise<Forgotten> {
  const threads = threadsOf(db, reader).select("threads.id");
  const count = async (query: { execute(): Promise<{ rows: number }[]> }) =>
    (await query.execute())[0]?.rows ?? 0;
  const inThreads = (table: "messages" | "answers" | "chats") =>
    count(db.selectFrom(table).select(rowCount).where("threadId", "in", threads));
  return {
    threads: await count(threadsOf(db, reader).select(rowCount)),
    messages: await inThreads("messages"),
    answers: await inThreads("answers"),
    chats: await inThreads("chats"),
    feedback: await count(
      db
        .selectFrom("feedback")
        .innerJoin("answers", "answers.id", "feedback.answerId")
        .select(rowCount)
        .where("answers.threadId", "in", threads),
    ),
  };
}

const rowCount = sql<number>`count(*)`.as("rows");

/** Deletes some of a reader's threads with everything in them. Returns how many went; none when all are gone. */
export async function deleteReaderThreads(
  db: Database,
  reader: Reader,
  limit: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await threadsOf(trx, reader).select(["id", "projectId"]).limit(limit).execute();
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return 0;
    await lockThreads(trx, ids);
    for (const [projectId, some] of Map.groupBy(rows, (row) => row.projectId))
      await detachThreads(
        trx,
        projectId,
        some.map((row) => row.id),
      );
    for (const some of inChunks(ids))
      await trx.deleteFrom("threads").where("id", "in", some).execute();
    return ids.length;
  });
}

function threadsOf(db: Database, { fp, projectId }: Reader) {
  return db
    .selectFrom("threads")
    .where("fp", "=", fp)
    .$if(projectId !== undefined, (query) => query.where("projectId", "=", projectId ?? ""));
}

async function detachThreads(
  trx: DatabaseTransaction,
  projectId: string,
  threadIds: string[],
): Promise<void> {
  for (const some of inChunks(threadIds)) {
    const rows = await trx
      .selectFrom("answers")
      .select(["id", "createdAt"])
      .where("threadId", "in", some)
      .execute();
    if (rows.length === 0) continue;
    await detachUsage(trx, spanOf(projectId, rows));
    await markGroupsOf(
      trx,
      rows.map((row) => row.id),
    );
  }
}

/** A question that waits for the thread goes on when this transaction has ended; one that came first is seen. */
async function lockThreads(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  for (const some of inChunks(ids)) {
    await trx
      .updateTable("threads")
      .set((expression) => ({ updatedAt: expression.ref("updatedAt") }))
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
  const answered = trx
    .selectFrom("answers")
    .select(["threadId", "question"])
    .where("threadId", "in", threadIds);
  await trx
    .deleteFrom("messages")
    .where("threadId", "in", threadIds)
    .where("createdAt", "<", before)
    .where(noAnswer(sql`answers.id = messages.answer_id`))
    // One list for all: to look through a thread's answers for each of its messages takes minutes where it is long.
    .where(sql<boolean>`not (role = 'user' and (thread_id, text) in (${answered}))`)
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
