import type { AnswerEvent, Citation } from "../../contract/answer-events.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks } from "../docs/blobs.ts";
import type { AnswerState } from "../tables.ts";

export type NewAnswer = {
  id: string;
  projectId: string;
  threadId: string;
  messageId: string;
  chatId: string;
  fp: string;
  question: string;
  /** "" when no key was used. */
  keyId?: string;
  settings?: AskedSettings;
  revisionId: string | null;
  createdAt: string;
  leaseExpiresAt: string;
};

/** One passage the answer was given from. */
export type AnswerPassage = {
  id: string;
  path: string;
  startLine: number;
  endLine: number;
  score: number;
};

/** In milliseconds from the start of the answer. */
export type AnswerTimings = { retrievedMs: number; firstTokenMs: number; totalMs: number };

/** What of a request is needed to ask the question again. */
export type AskedSettings = {
  retrievalPageSize: number;
  filter: Record<string, unknown>;
  context: unknown[];
  currentPath: string;
};

export type AnswerRecord = {
  state: Exclude<AnswerState, "streaming">;
  text: string;
  model: string;
  passages: AnswerPassage[];
  citations: Citation[];
  error: string;
  suggestions?: string[];
  timings?: AnswerTimings;
};

export type AnswerStatus = { state: AnswerState; leaseExpiresAt: string; threadId: string };

export async function insertAnswer(trx: DatabaseTransaction, answer: NewAnswer): Promise<void> {
  await trx
    .insertInto("answers")
    .values({
      id: answer.id,
      project_id: answer.projectId,
      thread_id: answer.threadId,
      message_id: answer.messageId,
      chat_id: answer.chatId,
      fp: answer.fp,
      question: answer.question,
      text: "",
      state: "streaming",
      model: "",
      revision_id: answer.revisionId,
      passages: "[]",
      citations: "[]",
      error: "",
      key_id: answer.keyId ?? "",
      request: answer.settings ? JSON.stringify(answer.settings) : "",
      timings: "",
      suggestions: "",
      lease_expires_at: answer.leaseExpiresAt,
      created_at: answer.createdAt,
      finished_at: null,
    })
    .execute();
}

/** Only a streaming answer can be finished: the writer and a reader that found its lease lapsed cannot both do it. */
export async function finishAnswer(
  trx: DatabaseTransaction,
  id: string,
  record: AnswerRecord,
  at: string,
): Promise<boolean> {
  const changed = await trx
    .updateTable("answers")
    .set({
      state: record.state,
      text: record.text,
      model: record.model,
      passages: JSON.stringify(record.passages),
      citations: JSON.stringify(record.citations),
      error: record.error,
      suggestions: record.suggestions ? JSON.stringify(record.suggestions) : "",
      timings: record.timings ? JSON.stringify(record.timings) : "",
      finished_at: at,
    })
    .where("id", "=", id)
    .where("state", "=", "streaming")
    .returning(["message_id"])
    .executeTakeFirst();
  if (!changed) return false;
  await trx
    .updateTable("messages")
    .set({ text: record.text })
    .where("id", "=", changed.message_id)
    .execute();
  return true;
}

export async function renewLeases(
  db: Database,
  ids: string[],
  leaseExpiresAt: string,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("answers")
    .set({ lease_expires_at: leaseExpiresAt })
    .where("id", "in", ids)
    .where("state", "=", "streaming")
    .execute();
}

export async function answerStatus(db: Database, id: string): Promise<AnswerStatus | undefined> {
  const row = await db
    .selectFrom("answers")
    .select(["state", "lease_expires_at", "thread_id"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { state: row.state, leaseExpiresAt: row.lease_expires_at, threadId: row.thread_id };
}

export async function abandonedAnswers(db: Database, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom("answers")
    .select("id")
    .where("state", "=", "streaming")
    .where("lease_expires_at", "<", now)
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}

export async function newestAnswerOfChat(
  db: Database,
  chat: { projectId: string; chatId: string; fp: string },
): Promise<{ id: string; state: AnswerState; threadId: string } | undefined> {
  const row = await db
    .selectFrom("answers")
    .select(["id", "state", "thread_id"])
    .where("project_id", "=", chat.projectId)
    .where("chat_id", "=", chat.chatId)
    .where("fp", "=", chat.fp)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row && { id: row.id, state: row.state, threadId: row.thread_id };
}

export type LoggedEvent = { seq: number; event: AnswerEvent };

export async function insertEvents(
  trx: DatabaseTransaction,
  rows: { answerId: string; seq: number; event: AnswerEvent }[],
): Promise<void> {
  const stored = rows.map((row) => ({
    answer_id: row.answerId,
    seq: row.seq,
    event: JSON.stringify(row.event),
  }));
  for (const some of inChunks(stored)) await trx.insertInto("answer_events").values(some).execute();
}

export async function eventsAfter(
  db: Database,
  answerId: string,
  seq: number,
): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom("answer_events")
    .select(["seq", "event"])
    .where("answer_id", "=", answerId)
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(500)
    .execute();
  return rows.map((row) => ({ seq: row.seq, event: JSON.parse(row.event) }));
}

export async function lastEventSeq(trx: DatabaseTransaction, answerId: string): Promise<number> {
  const row = await trx
    .selectFrom("answer_events")
    .select((expression) => expression.fn.max("seq").as("seq"))
    .where("answer_id", "=", answerId)
    .executeTakeFirst();
  return row?.seq ?? 0;
}
