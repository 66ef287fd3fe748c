import type { Database, DatabaseTransaction } from "../database.ts";

export type Thread = { id: string; projectId: string; fp: string };

export type ThreadMessage = {
  id: string;
  ordinal: number;
  role: "user" | "assistant";
  clientId: string;
  text: string;
  answerId: string | null;
};

export async function findThread(db: Database, id: string): Promise<Thread | undefined> {
  const row = await db.selectFrom("threads").selectAll().where("id", "=", id).executeTakeFirst();
  return row && { id: row.id, projectId: row.project_id, fp: row.fp };
}

export async function insertThread(
  trx: DatabaseTransaction,
  thread: Thread,
  at: string,
): Promise<void> {
  await trx
    .insertInto("threads")
    .values({
      id: thread.id,
      project_id: thread.projectId,
      fp: thread.fp,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

export async function deleteThread(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom("threads").where("id", "=", id).execute();
}

/** Holds the thread until the end of the transaction: two questions at once are numbered one after the other. */
export async function lockThread(trx: DatabaseTransaction, id: string, at: string): Promise<void> {
  await trx.updateTable("threads").set({ updated_at: at }).where("id", "=", id).execute();
}

export async function findChatThread(
  db: Database,
  chat: { projectId: string; chatId: string; fp: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("chats")
    .select("thread_id")
    .where("project_id", "=", chat.projectId)
    .where("chat_id", "=", chat.chatId)
    .where("fp", "=", chat.fp)
    .executeTakeFirst();
  return row?.thread_id;
}

/** Everyone who used this chat id. More than one: the id is hard-coded somewhere and says nothing about its reader. */
export async function chatOwners(
  db: Database,
  projectId: string,
  chatId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("chats")
    .select("fp")
    .where("project_id", "=", projectId)
    .where("chat_id", "=", chatId)
    .limit(2)
    .execute();
  return rows.map((row) => row.fp);
}

/** The thread of a chat id seen for the first time, or the one a question sent at the same moment gave it. */
export async function claimChat(
  trx: DatabaseTransaction,
  chat: { projectId: string; chatId: string; fp: string; threadId: string },
): Promise<string> {
  await trx
    .insertInto("chats")
    .values(toChatRow(chat))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findChatThread(trx, chat)) ?? chat.threadId;
}

/** From now on the chat id stands for the thread its caller named. */
export async function rememberChat(
  trx: DatabaseTransaction,
  chat: { projectId: string; chatId: string; fp: string; threadId: string },
): Promise<void> {
  await trx
    .insertInto("chats")
    .values(toChatRow(chat))
    .onConflict((conflict) =>
      conflict.columns(["project_id", "chat_id", "fp"]).doUpdateSet({ thread_id: chat.threadId }),
    )
    .execute();
}

function toChatRow(chat: { projectId: string; chatId: string; fp: string; threadId: string }) {
  return {
    project_id: chat.projectId,
    chat_id: chat.chatId,
    fp: chat.fp,
    thread_id: chat.threadId,
  };
}

/** The conversation as it stands, oldest first: replaced messages are left out. */
export async function threadMessages(db: Database, threadId: string): Promise<ThreadMessage[]> {
  const rows = await db
    .selectFrom("messages")
    .select(["id", "ordinal", "role", "client_id", "text", "answer_id"])
    .where("thread_id", "=", threadId)
    .where("superseded_at", "is", null)
    .orderBy("ordinal")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ordinal: row.ordinal,
    role: row.role,
    clientId: row.client_id,
    text: row.text,
    answerId: row.answer_id,
  }));
}

export async function appendMessage(
  trx: DatabaseTransaction,
  threadId: string,
  message: Omit<ThreadMessage, "ordinal">,
  at: string,
): Promise<void> {
  const last = await trx
    .selectFrom("messages")
    .select((expression) => expression.fn.max("ordinal").as("ordinal"))
    .where("thread_id", "=", threadId)
    .executeTakeFirst();
  await trx
    .insertInto("messages")
    .values({
      id: message.id,
      thread_id: threadId,
      ordinal: (last?.ordinal ?? 0) + 1,
      role: message.role,
      client_id: message.clientId,
      text: message.text,
      answer_id: message.answerId,
      superseded_at: null,
      created_at: at,
    })
    .execute();
}

/** Replaced messages stay in the store; they only leave the conversation. */
export async function supersedeMessages(
  trx: DatabaseTransaction,
  threadId: string,
  fromOrdinal: number,
  at: string,
): Promise<void> {
  await trx
    .updateTable("messages")
    .set({ superseded_at: at })
    .where("thread_id", "=", threadId)
    .where("ordinal", ">=", fromOrdinal)
    .where("superseded_at", "is", null)
    .execute();
}
