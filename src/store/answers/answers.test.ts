import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import {
  addTestAnswer,
  addTestProject,
  minutesAfterNoon,
  noon,
  testRecord,
  threadMessages,
} from "../../../test/store-rows.ts";
import type { Database } from "../database.ts";
import {
  abandonedAnswers,
  answerStatus,
  eventsAfter,
  finishAnswer,
  insertEvents,
  lastEventSeq,
  newestAnswerOfChat,
  renewLeases,
} from "./answers.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("finishing stores the record and the text of the message", async () => {
    const { db, answer } = await storeWithAnswer(kind);
    const passages = [{ id: "pas_1", path: "a.md", startLine: 1, endLine: 3, score: 0.25 }];
    expect(await finish(db, answer.answerId, testRecord({ passages }))).toBe(true);
    const row = await db.selectFrom("answers").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      state: "answered",
      text: "Because [1].",
      model: "scripted",
      finishedAt: noon,
    });
    expect(row.passages).toEqual(passages);
    expect((await threadMessages(db, answer.threadId)).map((message) => message.text)).toEqual([
      "Why?",
      "Because [1].",
    ]);
  });

  test("an answer is finished once, also by ten at the same time", async () => {
    const { db, answer } = await storeWithAnswer(kind);
    const records = Array.from({ length: 10 }, (_, index) =>
      testRecord({ state: index % 2 === 0 ? "answered" : "cut", text: `by ${index}` }),
    );
    const won = await Promise.all(records.map((record) => finish(db, answer.answerId, record)));
    expect(won.filter(Boolean)).toHaveLength(1);
    const winner = records[won.indexOf(true)];
    const row = await db.selectFrom("answers").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ text: winner?.text, state: winner?.state });
    expect(await finish(db, answer.answerId, testRecord())).toBe(false);
    expect(await finish(db, "ans_none", testRecord())).toBe(false);
  });

  test("events are read in order, five hundred at a time", async () => {
    const { db, answer } = await storeWithAnswer(kind);
    const { answerId } = answer;
    const rows = Array.from({ length: 1_199 }, (_, index) => ({
      answerId,
      seq: index + 2,
      event: { type: "text-delta", id: "answer", delta: `\0 ${index} 😀\n` } as const,
    }));
    await db.transaction().execute((trx) => insertEvents(trx, rows));
    const pages: number[] = [];
    const read: unknown[] = [];
    for (let seq = 0; ; ) {
      const events = await eventsAfter(db, answerId, seq);
      if (events.length === 0) break;
      pages.push(events.length);
      read.push(...events);
      seq = events.at(-1)?.seq ?? 0;
    }
    expect(pages).toEqual([500, 500, 200]);
    expect(read.slice(1)).toEqual(rows.map(({ seq, event }) => ({ seq, event })));
    const last = (id: string) => db.transaction().execute((trx) => lastEventSeq(trx, id));
    expect(await last(answerId)).toBe(1_200);
    expect(await last("ans_none")).toBe(0);
    expect(await eventsAfter(db, "ans_none", 0)).toEqual([]);
  });

  test("no two events have one number", async () => {
    const { db, answer } = await storeWithAnswer(kind);
    const row = { answerId: answer.answerId, seq: 1, event: { type: "abort" } as const };
    await expect(db.transaction().execute((trx) => insertEvents(trx, [row]))).rejects.toThrow(
      /unique|duplicate/i,
    );
  });

  test("an answer whose lease has lapsed is abandoned until the lease is renewed", async () => {
    const { db, answer, projectId } = await storeWithAnswer(kind, minutesAfterNoon(1));
    const ended = await addTestAnswer(db, projectId, { leaseExpiresAt: noon });
    await finish(db, ended.answerId, testRecord());
    expect(await abandonedAnswers(db, minutesAfterNoon(1))).toEqual([]);
    expect(await abandonedAnswers(db, minutesAfterNoon(2))).toEqual([answer.answerId]);
    await renewLeases(db, [answer.answerId, ended.answerId], minutesAfterNoon(5));
    await renewLeases(db, [], minutesAfterNoon(9));
    expect(await abandonedAnswers(db, minutesAfterNoon(2))).toEqual([]);
    expect(await answerStatus(db, answer.answerId)).toEqual({
      state: "streaming",
      leaseExpiresAt: minutesAfterNoon(5),
      threadId: answer.threadId,
    });
    expect(await answerStatus(db, ended.answerId)).toMatchObject({ leaseExpiresAt: noon });
    expect(await answerStatus(db, "ans_none")).toBeUndefined();
  });

  test("the newest answer of a chat is found for its own reader alone", async () => {
    const { db, projectId } = await storeWithAnswer(kind);
    const older = await addTestAnswer(db, projectId, { chatId: "chat" });
    const newer = await addTestAnswer(db, projectId, { chatId: "chat" });
    await db
      .updateTable("answers")
      .set({ createdAt: minutesAfterNoon(-1) })
      .where("id", "=", older.answerId)
      .execute();
    const chat = { projectId, chatId: "chat", fp: "anonymous" };
    expect(await newestAnswerOfChat(db, chat)).toEqual({
      id: newer.answerId,
      state: "streaming",
      ref: "",
      threadId: newer.threadId,
    });
    expect(await newestAnswerOfChat(db, { ...chat, fp: "other" })).toBeUndefined();
    expect(await newestAnswerOfChat(db, { ...chat, projectId: "prj_other" })).toBeUndefined();
  });
});

async function storeWithAnswer(kind: StoreKind, leaseExpiresAt = minutesAfterNoon(99)) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  return { db, projectId, answer: await addTestAnswer(db, projectId, { leaseExpiresAt }) };
}

function finish(db: Database, id: string, record: ReturnType<typeof testRecord>) {
  return db.transaction().execute((trx) => finishAnswer(trx, { id, record, at: noon }));
}
