import { describe, expect, onTestFinished, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { addTestAnswer, addTestProject, noon, testRecord } from "../../../test/store-rows.ts";
import type { AnswerEvent } from "../../contract/answer-events.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { createWake } from "../../lib/wake.ts";
import { answerStatus, eventsAfter, insertEvents } from "../../store/answers/answers.ts";
import type { Database } from "../../store/database.ts";
import { createAnswerLog } from "./answer-log.ts";
import { cutAnswer } from "./cut-answer.ts";

const finish: AnswerEvent = { type: "finish" };

describe.each(storeKinds)("on %s", (kind) => {
  test("a reader on this node gets all of an answer as it is stored, from its first event to its last, and then nothing", async () => {
    const { db, answerLog, begin } = await openLog(kind);
    const id = await begin();
    expect(answerLog.recent(id, 0)).toEqual(await eventsAfter(db, id, 0));
    answerLog.append(id, { type: "start-step" });
    await answerLog.finish(id, [{ type: "finish-step" }, finish], testRecord());
    expect(answerLog.recent(id, 0)).toEqual(await eventsAfter(db, id, 0));
    expect(answerLog.recent(id, 2)?.map(({ event }) => event.type)).toEqual([
      "finish-step",
      "finish",
    ]);
    expect(answerLog.recent(id, 4)).toBeUndefined();
  });

  test("the events of each answer are stored in the order they came", async () => {
    const { db, answerLog, begin } = await openLog(kind);
    const ids = await Promise.all([1, 2, 3].map(begin));
    for (let round = 0; round < 60; round++) {
      for (const id of ids) answerLog.append(id, { type: "text-start", id: `${round}` });
      if (round % 9 === 0) await pause(3);
    }
    for (const id of ids) expect(await answerLog.finish(id, [finish], testRecord())).toBe(true);
    for (const id of ids) {
      const events = await eventsAfter(db, id, 0);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.slice(1, -1).map(({ event }) => event)).toEqual(
        Array.from({ length: 60 }, (_, round) => ({ type: "text-start", id: `${round}` })),
      );
      expect(events.at(-1)?.event).toEqual(finish);
    }
  });

  test("text that waits for one commit becomes one event, and no letter is lost", async () => {
    const { db, answerLog, begin } = await openLog(kind);
    const [first, second] = [await begin(), await begin()];
    const words = Array.from({ length: 200 }, (_, index) => `w${index} `);
    for (const delta of words) {
      answerLog.append(first, { type: "text-delta", id: "answer", delta });
      answerLog.append(second, { type: "text-delta", id: "answer", delta: "x" });
    }
    await answerLog.finish(first, [finish], testRecord());
    await answerLog.finish(second, [finish], testRecord());
    expect(await textOf(db, first)).toBe(words.join(""));
    expect(await textOf(db, second)).toBe("x".repeat(200));
    expect((await eventsAfter(db, first, 0)).length).toBeLessThan(10);
  });

  test("text is joined neither across other events nor across text ids", async () => {
    const { db, answerLog, begin } = await openLog(kind);
    const id = await begin();
    const events: AnswerEvent[] = [
      { type: "text-delta", id: "a", delta: "one" },
      { type: "source-url", sourceId: "s", url: "u" },
      { type: "text-delta", id: "a", delta: "two" },
      { type: "text-delta", id: "b", delta: "three" },
    ];
    for (const event of events) answerLog.append(id, event);
    await answerLog.finish(id, [finish], testRecord());
    const stored = (await eventsAfter(db, id, 1)).map(({ event }) => event);
    expect(stored).toEqual([...events, finish]);
  });

  test("an answer that someone else closed does not hold up the others", async () => {
    const { db, answerLog, begin } = await openLog(kind);
    const [poisoned, healthy] = [await begin(), await begin()];
    const clash = { answerId: poisoned, seq: 2, event: { type: "abort" } as const };
    await db.transaction().execute((trx) => insertEvents(trx, [clash]));
    for (const id of [poisoned, healthy]) answerLog.append(id, { type: "start-step" });
    await pause(50);
    for (const id of [poisoned, healthy]) answerLog.append(id, { type: "finish-step" });
    expect(await answerLog.finish(healthy, [finish], testRecord())).toBe(true);
    expect(await answerLog.finish(poisoned, [finish], testRecord())).toBe(false);
    expect((await eventsAfter(db, healthy, 1)).map(({ event }) => event.type)).toEqual([
      "start-step",
      "finish-step",
      "finish",
    ]);
    expect((await eventsAfter(db, poisoned, 1)).map(({ event }) => event.type)).toEqual(["abort"]);
  });

  test("finishing an answer that was cut meanwhile writes nothing and says so", async () => {
    const { db, answerLog, begin } = await openLog(kind);
    const id = await begin();
    answerLog.append(id, { type: "text-delta", id: "answer", delta: "half" });
    await pause(50);
    await cutAnswer(db, id, new Date("3000-01-01"));
    answerLog.append(id, { type: "text-delta", id: "answer", delta: " an answer" });
    expect(await answerLog.finish(id, [finish], testRecord())).toBe(false);
    expect((await eventsAfter(db, id, 1)).map(({ event }) => event.type)).toEqual([
      "text-delta",
      "error",
    ]);
    expect(await answerStatus(db, id)).toMatchObject({ state: "cut" });
  });

  test("of a finish and a cut at the same time one wins, and one event ends the log", async () => {
    const { db, answerLog, begin } = await openLog(kind);
    for (let round = 0; round < 10; round++) {
      const id = await begin();
      const [finished] = await Promise.all([
        answerLog.finish(id, [finish], testRecord()),
        cutAnswer(db, id, new Date("3000-01-01")),
      ]);
      const ends = (await eventsAfter(db, id, 1)).map(({ event }) => event.type);
      expect(ends).toEqual([finished ? "finish" : "error"]);
      expect(await answerStatus(db, id)).toMatchObject({ state: finished ? "answered" : "cut" });
    }
  });

  test("an answer ends at once while another goes on without a pause", async () => {
    const { answerLog, begin } = await openLog(kind);
    const [busy, short] = [await begin(), await begin()];
    let isOver = false;
    const talker = (async () => {
      for (let count = 0; !isOver; count++) {
        answerLog.append(busy, { type: "text-start", id: `${count}` });
        await pause(1);
      }
    })();
    await pause(30);
    answerLog.append(short, { type: "text-delta", id: "answer", delta: "done" });
    const ended = answerLog.finish(short, [finish], testRecord()).then(() => "ended");
    expect(await Promise.race([ended, pause(2_000).then(() => "still waiting")])).toBe("ended");
    isOver = true;
    await talker;
  });

  test("what is appended to an answer that is not open is dropped", async () => {
    const { db, answerLog, begin } = await openLog(kind);
    const id = await begin();
    await answerLog.finish(id, [finish], testRecord());
    answerLog.append(id, { type: "abort" });
    await answerLog.close();
    expect(await answerLog.finish(id, [finish], testRecord())).toBe(false);
    expect((await eventsAfter(db, id, 1)).map(({ event }) => event.type)).toEqual(["finish"]);
  });

  test("closing waits for what was appended", async () => {
    const { db, answerLog, begin } = await openLog(kind);
    const id = await begin();
    answerLog.append(id, { type: "start-step" });
    await answerLog.close();
    expect(await eventsAfter(db, id, 1)).toHaveLength(1);
  });
});

test("recent events are known of answers that run here, and of no others", async () => {
  const { answerLog, begin } = await openLog("sqlite");
  const id = await begin();
  answerLog.append(id, { type: "start-step" });
  await expect.poll(() => answerLog.recent(id, 1)).toHaveLength(1);
  expect(answerLog.recent("ans_of_another_node", 1)).toBeUndefined();
});

test("leases of open answers are renewed, of ended ones not", { timeout: 100_000 }, async () => {
  const { db, answerLog, begin } = await openLog("sqlite", noon);
  const [open, ended] = [await begin(), await begin()];
  await answerLog.finish(ended, [finish], testRecord());
  const before = Date.now();
  while ((await answerStatus(db, open))?.leaseExpiresAt === noon) await pause(200);
  const renewed = Date.parse((await answerStatus(db, open))?.leaseExpiresAt ?? "");
  expect(renewed - before).toBeGreaterThan(15_000);
  expect(await answerStatus(db, ended)).toMatchObject({ leaseExpiresAt: noon });
});

async function openLog(kind: StoreKind, leaseExpiresAt?: string) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const log = createLog({ level: "silent", format: "json" });
  const answerLog = createAnswerLog({ db, wake: createWake(), clock: systemClock, log });
  onTestFinished(() => answerLog.close());
  const begin = async () => {
    const { answerId, messageId } = await addTestAnswer(db, projectId, {
      ...(leaseExpiresAt !== undefined && { leaseExpiresAt }),
    });
    answerLog.open(answerId, { type: "start", messageId });
    return answerId;
  };
  return { db, answerLog, begin };
}

async function textOf(db: Database, answerId: string): Promise<string> {
  const events = await eventsAfter(db, answerId, 0);
  return events.map(({ event }) => (event.type === "text-delta" ? event.delta : "")).join("");
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
