import { isDeepStrictEqual } from "node:util";
import type { OperationNodeSource } from "kysely";
import type { Outcome } from "../../contract/answer-events.ts";
import { commitAtOnce, commitToDisk } from "../commit/commit-to-disk.ts";
import { together } from "../commit/together.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks, rowsInChunks } from "../in-chunks.ts";
import { queueRow } from "../insights/group-queue.ts";
import type { Handle } from "../kind-of.ts";
import type { AnswerState, Row } from "../tables.ts";
import { askedRows, endRows, noteEnd } from "./asked-questions.ts";
import type { Chat } from "./threads.ts";

export type NewAnswer = Pick<
  Row<"answers">,
  | "id"
  | "projectId"
  | "threadId"
  | "messageId"
  | "chatId"
  | "fp"
  | "question"
  | "revisionId"
  | "createdAt"
  | "leaseExpiresAt"
> & { keyId?: string; ref?: string; settings?: AskedSettings };

/** In milliseconds from the start of the answer. */
export type AnswerTimings = { retrievedMs: number; firstTokenMs: number; totalMs: number };

/** What of a request is needed to ask the question again. */
export type AskedSettings = {
  retrievalPageSize: number;
  filter: Record<string, unknown>;
  context: unknown[];
  currentPath: string;
};

export type AnswerRecord = Pick<
  Row<"answers">,
  "text" | "model" | "passages" | "citations" | "error"
> & {
  state: Exclude<AnswerState, "streaming">;
  /** None where it did not come to its end. */
  outcome?: Outcome | undefined;
  suggestions?: string[];
  timings?: AnswerTimings;
};

export type AnswerStatus = Pick<Row<"answers">, "state" | "leaseExpiresAt" | "threadId">;

/** Statements that write it down, for its record and for lists and figures. */
export function answerRows(db: Handle, answer: NewAnswer): OperationNodeSource[] {
  const { settings, ...row } = answer;
  const insert = db.insertInto("answers").values({
    ...row,
    ...(settings && { request: JSON.stringify(settings) }),
    text: "",
    state: "streaming",
    model: "",
    passages: [],
    citations: [],
    error: "",
    finishedAt: null,
  });
  return [insert, ...askedRows(db, answer)];
}

type Finished = {
  id: string;
  record: AnswerRecord;
  at: string;
  /** The last ones, where they are known already. */
  events?: Row<"answerEvents">[];
};

/** Only a streaming answer can be finished: the writer and a reader that found its lease lapsed cannot both do it. */
export async function finishAnswer(
  trx: DatabaseTransaction,
  { id, record, at, events = [] }: Finished,
): Promise<boolean> {
  const { state, outcome, text, model, passages, citations, error, suggestions, timings } = record;
  const changed = await trx
    .updateTable("answers")
    .set({
      ...{ state, text, model, passages, citations, error, answerOutcome: outcome ?? "" },
      ...(suggestions && { suggestions: JSON.stringify(suggestions) }),
      ...(timings && { timings: JSON.stringify(timings) }),
      finishedAt: at,
    })
    .where("id", "=", id)
    .where("state", "=", "streaming")
    .returning(["messageId", "question"])
    .executeTakeFirst();
  if (!changed) return false;
  const { messageId, question } = changed;
  const asked = await noteEnd(trx, id, record);
  const isGrouped = state === "unanswered" || outcome === "declined" || outcome === "reserve";
  await together(trx, (handle) => [
    handle.updateTable("messages").set({ text }).where("id", "=", messageId),
    ...(asked ? endRows(handle, asked, { ...record, question }) : []),
    ...(isGrouped ? [queueRow(handle, id)] : []),
    ...eventRows(handle, events),
  ]);
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
    .set({ leaseExpiresAt })
    .where("id", "in", ids)
    .where("state", "=", "streaming")
    .execute();
}

export async function answerStatus(db: Database, id: string): Promise<AnswerStatus | undefined> {
  return db
    .selectFrom("answers")
    .select(["state", "leaseExpiresAt", "threadId"])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function findRecordedAnswer(
  db: Database,
  id: string,
): Promise<Row<"answers"> | undefined> {
  return db.selectFrom("answers").selectAll().where("id", "=", id).executeTakeFirst();
}

async function answerOfMessage(db: Database, id: string): Promise<string | null | undefined> {
  const message = db.selectFrom("messages").select("answerId").where("id", "=", id);
  return (await message.executeTakeFirst())?.answerId;
}

/** By its own id, or by that of the message that holds it. */
export async function findAnswer(
  db: Database,
  { projectId, id }: { projectId: string; id: string },
): Promise<Row<"answers"> | undefined> {
  if (id.includes("\0")) return undefined;
  return db
    .selectFrom("answers")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", (await answerOfMessage(db, id)) ?? id)
    .executeTakeFirst();
}

export async function abandonedAnswers(db: Database, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom("answers")
    .select("id")
    .where("state", "=", "streaming")
    .where("leaseExpiresAt", "<", now)
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}

export async function newestAnswerOfChat(
  db: Database,
  chat: Chat,
): Promise<Pick<Row<"answers">, "id" | "state" | "threadId" | "ref"> | undefined> {
  return db
    .selectFrom("answers")
    .select(["id", "state", "threadId", "ref"])
    .where("projectId", "=", chat.projectId)
    .where("chatId", "=", chat.chatId)
    .where("fp", "=", chat.fp)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
}

/** Marks what is being written for a chat, on whatever node, and names it. */
export async function requestStop(db: Database, chat: Chat, at: string): Promise<string[]> {
  const rows = await db
    .updateTable("answers")
    .set({ stopRequestedAt: at })
    .where("projectId", "=", chat.projectId)
    .where("chatId", "=", chat.chatId)
    .where("fp", "=", chat.fp)
    .where("state", "=", "streaming")
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

export type EndedElsewhere = { id: string; why: "stopped" | "closed" };

/** Of these answers, those that a reader has stopped, and those that someone else has closed. */
export async function endedElsewhere(db: Database, ids: string[]): Promise<EndedElsewhere[]> {
  const rows = await rowsInChunks(ids, (some) =>
    db
      .selectFrom("answers")
      .select(["id", "state"])
      .where("id", "in", some)
      .where((expression) =>
        expression.or([
          expression("stopRequestedAt", "is not", null),
          expression("state", "!=", "streaming"),
        ]),
      )
      .execute(),
  );
  return rows.map(({ id, state }) => ({ id, why: state === "streaming" ? "stopped" : "closed" }));
}

/** So many readers hardly notice that the thread waits for the disk. */
const fewAnswers = 4;

export type LoggedEvent = Pick<Row<"answerEvents">, "seq" | "event">;

/** All or none of them. */
export async function insertEvents(db: Handle, rows: Row<"answerEvents">[]): Promise<void> {
  const answers = new Set(rows.map(({ answerId }) => answerId));
  const commit = answers.size > fewAnswers ? commitToDisk : commitAtOnce;
  await together(db, (handle) => eventRows(handle, rows), commit);
}

/** Statements that write them down. */
export function eventRows(db: Handle, rows: Row<"answerEvents">[]): OperationNodeSource[] {
  return [...inChunks(rows)].map((some) => db.insertInto("answerEvents").values(some));
}

/** Whether these very events stand in the log of their answer. */
export async function areStored(db: Database, rows: Row<"answerEvents">[]): Promise<boolean> {
  const [first] = rows;
  if (!first) return true;
  const stored = await eventsAfter(db, first.answerId, first.seq - 1);
  const bySeq = new Map(stored.map(({ seq, event }) => [seq, event]));
  return rows.every(({ seq, event }) => isDeepStrictEqual(bySeq.get(seq), event));
}

export async function eventsAfter(
  db: Database,
  answerId: string,
  seq: number,
): Promise<LoggedEvent[]> {
  return db
    .selectFrom("answerEvents")
    .select(["seq", "event"])
    .where("answerId", "=", answerId)
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(500)
    .execute();
}

export async function lastEventSeq(trx: DatabaseTransaction, answerId: string): Promise<number> {
  const row = await trx
    .selectFrom("answerEvents")
    .select((expression) => expression.fn.max("seq").as("seq"))
    .where("answerId", "=", answerId)
    .executeTakeFirst();
  return row?.seq ?? 0;
}
