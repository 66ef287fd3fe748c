import type { Database } from "../database.ts";

export type LoggedMessage = {
  id: string;
  ordinal: number;
  role: "user" | "assistant";
  text: string;
  answerId: string | null;
  createdAt: string;
  supersededAt: string | null;
};

export async function threadTimes(
  db: Database,
  place: { projectId: string; threadId: string },
): Promise<{ fp: string; createdAt: string; updatedAt: string } | undefined> {
  const row = await db
    .selectFrom("threads")
    .select(["fp", "created_at", "updated_at"])
    .where("id", "=", place.threadId)
    .where("project_id", "=", place.projectId)
    .executeTakeFirst();
  return row && { fp: row.fp, createdAt: row.created_at, updatedAt: row.updated_at };
}

/** The last messages of a thread, oldest first, those that were replaced among them. */
export async function newestMessages(
  db: Database,
  threadId: string,
  limit: number,
): Promise<LoggedMessage[]> {
  const rows = await db
    .selectFrom("messages")
    .selectAll()
    .where("thread_id", "=", threadId)
    .orderBy("ordinal", "desc")
    .limit(limit)
    .execute();
  return rows.reverse().map((row) => ({
    id: row.id,
    ordinal: row.ordinal,
    role: row.role,
    text: row.text,
    answerId: row.answer_id,
    createdAt: row.created_at,
    supersededAt: row.superseded_at,
  }));
}
