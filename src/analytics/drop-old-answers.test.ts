import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeUpAnswer, makeUpUsage } from "../../test/made-up-answers.ts";
import { processorMs } from "../../test/processor-ms.ts";
import {
  addTestProject,
  countEveryTable,
  countRows,
  noon,
  threadMessages,
} from "../../test/store-rows.ts";
import { createLog } from "../lib/log.ts";
import { answerRows } from "../store/answers/answers.ts";
import { putFeedback } from "../store/answers/feedback.ts";
import { hasEvents } from "../store/answers/old-events.ts";
import { deleteOldAnswers } from "../store/answers/retention.ts";
import { insertThread } from "../store/answers/threads.ts";
import { together } from "../store/commit/together.ts";
import type { Database } from "../store/database.ts";
import { dropOldAnswers, dropOldEvents, sweepAnswers } from "./drop-old-answers.ts";

const operator = { kind: "operator" } as const;
const clock = { now: () => new Date(noon) };
const tooOld = "2029-12-30T11:59:59.999Z";
const justKept = "2029-12-30T12:00:00.000Z";

async function setUp(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const drop = (days = 2) => dropOldAnswers({ db, clock }, operator, { keepDays: () => days });
  const add = (at: string, more: object = {}) =>
    makeUpAnswer(db, { projectId, at, record: {}, ...more });
  return { db, projectId, drop, add };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("what is older goes with all that belongs to it, what is not stays", async () => {
    const { db, projectId, drop, add } = await setUp(kind);
    const old = await add(tooOld);
    await putFeedback(db, { ...old, projectId, rating: "up", comment: "", at: noon });
    await makeUpUsage(db, { projectId, answerId: old.answerId, at: tooOld });
    const kept = await add(justKept);
    await makeUpUsage(db, { projectId, answerId: kept.answerId, at: justKept });
    expect(await drop()).toBe(1);
    expect(await countEveryTable(db)).toMatchObject({
      threads: 1,
      chats: 1,
      messages: 2,
      answers: 1,
      answerEvents: 1,
      feedback: 0,
      usage: 2,
    });
    const usage = await db
      .selectFrom("usage")
      .select(["answerId", "inputTokens"])
      .orderBy("createdAt")
      .execute();
    expect(usage).toEqual([
      { answerId: "", inputTokens: 100 },
      { answerId: kept.answerId, inputTokens: 100 },
    ]);
    expect((await threadMessages(db, kept.threadId)).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
    ]);
    expect(await drop()).toBe(0);
  });

  test("an answer that is being written stays, however old", async () => {
    const { db, drop, add } = await setUp(kind);
    const { threadId } = await add(tooOld, { record: undefined });
    expect(await drop()).toBe(0);
    expect(await threadMessages(db, threadId)).toHaveLength(2);
  });

  test("a thread that goes on loses its old part alone", async () => {
    const { db, drop, add } = await setUp(kind);
    const { threadId } = await add(tooOld, { question: "Old?" });
    await add(tooOld, { threadId, question: "Being answered?", record: undefined });
    await add(justKept, { threadId, question: "New?" });
    expect(await drop()).toBe(1);
    const messages = await threadMessages(db, threadId);
    expect(messages.map(({ text }) => text)).toEqual([
      "Being answered?",
      "",
      "New?",
      "Because [1].",
    ]);
    expect(await countEveryTable(db)).toMatchObject({ threads: 1, chats: 1, answers: 2 });
  });

  test("an old question stays while a newer answer to it does", async () => {
    const { db, drop, add } = await setUp(kind);
    const { threadId } = await add(tooOld, { question: "Again?" });
    const anew = await add(justKept, { threadId, question: "Again?" });
    await db
      .deleteFrom("messages")
      .where("threadId", "=", threadId)
      .where("role", "=", "user")
      .where("createdAt", "=", justKept)
      .execute();
    expect(await drop()).toBe(1);
    const messages = await threadMessages(db, threadId);
    expect(messages.map(({ text, answerId }) => [text, answerId])).toEqual([
      ["Again?", null],
      ["Because [1].", anew.answerId],
    ]);
  });

  test("more than one batch goes, in every project", async () => {
    const { db, drop, add } = await setUp(kind);
    const other = await addTestProject(db, "other");
    for (let count = 0; count < 103; count += 1) await add(tooOld);
    await makeUpAnswer(db, { projectId: other, at: tooOld, record: { state: "refused" } });
    expect(await drop()).toBe(104);
    expect(await countEveryTable(db)).toMatchObject({ threads: 0, answers: 0, messages: 0 });
  });

  test("0 keeps everything", async () => {
    const { drop, add } = await setUp(kind);
    await add("2001-01-01T00:00:00.000Z");
    expect(await drop(0)).toBe(0);
  });
});

test("a sweep that is told to stop does no more", async () => {
  const { db, add } = await setUp("sqlite");
  await add(tooOld);
  const input = { keepDays: () => 2, signal: AbortSignal.abort() };
  expect(await dropOldAnswers({ db, clock }, operator, input)).toBe(0);
});

const log = createLog({ level: "silent", format: "json" });

async function setUpSweep() {
  const db = await openTestStore("sqlite");
  const projectId = await addTestProject(db);
  await makeUpAnswer(db, { projectId, at: "2029-01-01T00:00:00.000Z", record: {} });
  return { db, clock, log };
}

/** Until it is so; the test's own time limit ends a wait in vain. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("old answers are dropped as soon as the sweep is started", async () => {
  const deps = await setUpSweep();
  const sweep = sweepAnswers(deps, () => 30);
  await until(async () => (await countRows(deps.db, "answers")) === 0);
  await sweep.stop();
  expect(await countRows(deps.db, "threads")).toBe(0);
});

test("with 0 days nothing is ever dropped", async () => {
  const deps = await setUpSweep();
  await sweepAnswers(deps, () => 0).stop();
  expect(await countRows(deps.db, "answers")).toBe(1);
});

test("a store that is out of reach does not end the process, nor the stop", async () => {
  const db = await openTestStore("sqlite");
  await db.destroy();
  await sweepAnswers({ db, clock, log }, () => 30).stop();
});

test("deleting from a long thread takes as much longer as it is longer, and no more", async () => {
  const db = await openTestStore("sqlite");
  const projectId = await addTestProject(db);
  const costOf = async (threadId: string, questions: number) => {
    await fillThread(db, { projectId, threadId, questions });
    const batches: number[] = [];
    for (let batch = 1; batch <= 3; batch += 1) {
      const spent = processorMs();
      await deleteOldAnswers(db, { projectId, before: justKept, limit: 20 });
      batches.push(spent());
    }
    await db.deleteFrom("threads").execute();
    return Math.min(...batches);
  };
  await costOf("thr_warm", 100);
  const short = await costOf("thr_short", 500);
  expect(await costOf("thr_long", 2_000)).toBeLessThan(10 * short);
});

/** Half of the answers are old, and all of the messages. */
async function fillThread(
  db: Database,
  { projectId, threadId, questions }: { projectId: string; threadId: string; questions: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await insertThread(trx, { id: threadId, projectId, fp: "anonymous" }, tooOld);
    for (let n = 1; n <= questions; n += 1) {
      const id = `ans_${threadId}_${n}`;
      const question = `Question ${n}?`;
      const message = { threadId, clientId: "", supersededAt: null, createdAt: tooOld };
      const asked = { id: `${id}_q`, ordinal: 2 * n, role: "user", text: question } as const;
      const reply = { id: `${id}_a`, ordinal: 2 * n + 1, role: "assistant", text: "Yes." } as const;
      await trx
        .insertInto("messages")
        .values([
          { ...message, ...asked, answerId: null },
          { ...message, ...reply, answerId: id },
        ])
        .execute();
      const answer = {
        ...{ id, projectId, threadId, messageId: `${id}_a`, chatId: "", fp: "anonymous", question },
        ...{ revisionId: null, leaseExpiresAt: noon },
        createdAt: n % 2 === 0 ? tooOld : justKept,
      };
      await together(trx, (handle) => answerRows(handle, answer));
    }
    await trx.updateTable("answers").set({ state: "answered" }).execute();
  });
}

test.each(storeKinds)(
  "answers on %s that ended days ago keep all but their events",
  async (kind) => {
    const { db, add } = await setUp(kind);
    const [old, older] = [await add(tooOld), await add(tooOld)];
    const kept = await add(justKept);
    const written = await add(tooOld, { record: undefined });
    expect(await hasEvents(db, old.answerId)).toBe(true);
    await dropOldEvents({ db, clock }, operator);
    const left = await db.selectFrom("answerEvents").select("answerId").execute();
    const expected = [kept.answerId, written.answerId];
    expect(left.map(({ answerId }) => answerId).sort()).toEqual(expected.sort());
    expect(await hasEvents(db, older.answerId)).toBe(false);
    expect(await countRows(db, "answers")).toBe(4);
  },
);
