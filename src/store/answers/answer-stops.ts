import type { Database } from "../database.ts";
import { inChunks } from "../docs/blobs.ts";

export type Chat = { projectId: string; chatId: string; fp: string };

/** Marks what is being written for a chat, on whatever node, and names it. */
export async function requestStop(db: Database, chat: Chat, at: string): Promise<string[]> {
  const rows = await db
    .updateTable("answers")
    .set({ stop_requested_at: at })
    .where("project_id", "=", chat.projectId)
    .where("chat_id", "=", chat.chatId)
    .where("fp", "=", chat.fp)
    .where("state", "=", "streaming")
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

export type EndedElsewhere = { id: string; why: "stopped" | "closed" };

/** Of these answers, those that a reader has stopped, and those that someone else has closed. */
export async function endedElsewhere(db: Database, ids: string[]): Promise<EndedElsewhere[]> {
  const found: EndedElsewhere[] = [];
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom("answers")
      .select(["id", "state"])
      .where("id", "in", some)
      .where((expression) =>
        expression.or([
          expression("stop_requested_at", "is not", null),
          expression("state", "!=", "streaming"),
        ]),
      )
      .execute();
    for (const { id, state } of rows)
      found.push({ id, why: state === "streaming" ? "stopped" : "closed" });
  }
  return found;
}
