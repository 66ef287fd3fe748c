import { sql } from "kysely";
import { fitting } from "../../text/bounded.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { Handle } from "../kind-of.ts";
import type { Row } from "../tables.ts";

export type Thread = Pick<Row<"threads">, "id" | "projectId" | "fp"> & { isOfRef?: boolean };

const messageColumns = ["id", "ordinal", "role", "clientId", "text", "answerId"] as const;

// Neither store reads a text to say how long it is.
const bytesOfMessage = sql<number>`octet_length(messages.text)
  + coalesce(octet_length(answers.question) + octet_length(answers.text) + octet_length(answers.citations), 0)`;

export type ThreadMessage = Pick<Row<"messages">, (typeof messageColumns)[number]>;

/** A reader's chat, by the id that the reader's program gave it. */
export type Chat = Omit<Row<"chats">, "threadId">;

export async function findThread(db: Database, id: string): Promise<Row<"threads"> | undefined> {
  return db.selectFrom("threads").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A statement that writes it down. */
export function threadRow(db: Handle, thread: Thread, at: string) {
  return db.insertInto("threads").values({ ...thread, createdAt: at, updatedAt: at });
}

export async function insertThread(
  trx: DatabaseTransaction,
  thread: Thread,
  at: string,
): Promise<void> {
  await threadRow(trx, thread, at).execute();
}

export async function deleteThread(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom("threads").where("id", "=", id).execute();
}

/** Holds the thread until the end of the transaction: two questions at once are numbered one after the other. */
export async function lockThread(trx: DatabaseTransaction, id: string, at: string): Promise<void> {
  await trx.updateTable("threads").set({ updatedAt: at }).where("id", "=", id).execute();
}

export async function findChatThread(db: Database, chat: Chat): Promise<string | undefined> {
  const row = await db
    .selectFrom("chats")
    .select("threadId")
    .where("projectId", "=", chat.projectId)
    .where("chatId", "=", chat.chatId)
    .where("fp", "=", chat.fp)
    .executeTakeFirst();
  return row?.threadId;
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
    .where("projectId", "=", projectId)
    .where("chatId", "=", chatId)
    .limit(2)
    .execute();
  return rows.map((row) => row.fp);
}

/** The thread of a chat id seen for the first time, or the one a question sent at the same moment gave it. */
export async function claimChat(trx: DatabaseTransaction, chat: Row<"chats">): Promise<string> {
  const claimed = await trx
    .insertInto("chats")
    .values(chat)
    .onConflict((conflict) => conflict.doNothing())
    .returning("threadId")
    .executeTakeFirst();
  return claimed?.threadId ?? (await findChatThread(trx, chat)) ?? chat.threadId;
}

/** From now on the chat id stands for no thread. */
export async function forgetChat(trx: DatabaseTransaction, chat: Chat): Promise<void> {
  await trx
    .deleteFrom("chats")
    .where("projectId", "=", chat.projectId)
    .where("chatId", "=", chat.chatId)
    .where("fp", "=", chat.fp)
    .execute();
}

/** From now on the chat id stands for the thread its caller named. */
export async function rememberChat(trx: DatabaseTransaction, chat: Row<"chats">): Promise<void> {
  await trx
    .insertInto("chats")
    .values(chat)
    .onConflict((conflict) =>
      conflict.columns(["projectId", "chatId", "fp"]).doUpdateSet({ threadId: chat.threadId }),
    )
    .execute();
}

/**
 * The last messages of a thread, oldest first, those that were replaced among them: as many as are together no longer
 * than `mostBytes`, with what the records of their answers say.
 */
export async function newestMessages(
  db: Database,
  threadId: string,
  { limit, mostBytes }: { limit: number; mostBytes: number },
): Promise<{ messages: Row<"messages">[]; isWhole: boolean }> {
  const found = await db
    .selectFrom("messages")
    .leftJoin("answers", "answers.id", "messages.answerId")
    .select(["messages.id", bytesOfMessage.as("bytes")])
    .where("messages.threadId", "=", threadId)
    .orderBy("messages.ordinal", "desc")
    .limit(limit + 1)
    .execute();
  const kept = fitting(found.slice(0, limit), mostBytes, ({ bytes }) => bytes);
  const messages = await rowsInChunks(kept.map(({ id }) => id).reverse(), (ids) =>
    db.selectFrom("messages").selectAll().where("id", "in", ids).orderBy("ordinal").execute(),
  );
  return { messages, isWhole: kept.length === found.length };
}

/** A statement that writes down messages behind one another, the first with the number given. */
export function messageRows(
  db: Handle,
  { threadId, ordinal, at }: { threadId: string; ordinal: number; at: string },
  messages: Omit<ThreadMessage, "ordinal">[],
) {
  const rows = messages.map((message, place) => ({
    ...message,
    threadId,
    ordinal: ordinal + place,
    supersededAt: null,
    createdAt: at,
  }));
  return db.insertInto("messages").values(rows);
}

/** The number of a thread's newest message; 0 where there is none. */
export async function lastOrdinal(db: Database, threadId: string): Promise<number> {
  const last = await db
    .selectFrom("messages")
    .select((expression) => expression.fn.max("ordinal").as("ordinal"))
    .where("threadId", "=", threadId)
    .executeTakeFirst();
  return last?.ordinal ?? 0;
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
    .set({ supersededAt: at })
    .where("threadId", "=", threadId)
    .where("ordinal", ">=", fromOrdinal)
    .where("supersededAt", "is", null)
    .execute();
}
