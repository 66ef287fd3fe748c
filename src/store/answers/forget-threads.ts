import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks } from "../docs/blobs.ts";
import { lockThreads } from "./retention.ts";
import { detachUsage, spanOf } from "./usage-of-answers.ts";

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
  const count = async (query: { execute(): Promise<{ rows: number | string }[]> }) =>
    Number((await query.execute())[0]?.rows ?? 0);
  const inThreads = (table: "messages" | "answers" | "chats") =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number | string>().as("rows"))
      .where("thread_id", "in", threads);
  return {
    threads: await count(
      threadsOf(db, reader).select(({ fn }) => fn.countAll<number | string>().as("rows")),
    ),
    messages: await count(inThreads("messages")),
    answers: await count(inThreads("answers")),
    chats: await count(inThreads("chats")),
    feedback: await count(
      db
        .selectFrom("feedback")
        .innerJoin("answers", "answers.id", "feedback.answer_id")
        .select(({ fn }) => fn.countAll<number | string>().as("rows"))
        .where("answers.thread_id", "in", threads),
    ),
  };
}

/** Deletes some of a reader's threads with everything in them. Returns how many went; none when all are gone. */
export async function deleteReaderThreads(
  db: Database,
  reader: Reader,
  limit: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await threadsOf(trx, reader).select(["id", "project_id"]).limit(limit).execute();
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return 0;
    await lockThreads(trx, ids);
    for (const [projectId, some] of Map.groupBy(rows, (row) => row.project_id))
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
    .$if(projectId !== undefined, (query) => query.where("project_id", "=", projectId ?? ""));
}

async function detachThreads(
  trx: DatabaseTransaction,
  projectId: string,
  threadIds: string[],
): Promise<void> {
  for (const some of inChunks(threadIds)) {
    const rows = await trx
      .selectFrom("answers")
      .select(["id", "created_at"])
      .where("thread_id", "in", some)
      .execute();
    const answers = rows.map((row) => ({ id: row.id, createdAt: row.created_at }));
    if (answers.length > 0) await detachUsage(trx, spanOf(projectId, answers));
  }
}
