import { describe, expect, onTestFinished, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import {
  addTestAnswer,
  addTestProject,
  emptyStoreLocation,
  minutesAfterNoon,
  openUntilEnd,
  testRecord,
} from "../../../test/store-rows.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { createWake } from "../../lib/wake.ts";
import { finishAnswer, type LoggedEvent } from "../../store/answers/answers.ts";
import type { Database } from "../../store/database.ts";
import { deleteProject } from "../../store/docs/projects.ts";
import { createAnswerLog } from "./answer-log.ts";
import { tailAnswer } from "./tail-answer.ts";

const endless = () => new AbortController().signal;

describe.each(storeKinds)("on %s", (kind) => {
  test("readers who come at any time get every event once, in order", async () => {
    const { answerLog, answerId, deps } = await openAnswer(kind);
    const readers: Promise<number[]>[] = [];
    for (let count = 0; count < 300; count++) {
      if (count % 60 === 0) readers.push(readAll(tailAnswer(deps, answerId, 0, endless())));
      answerLog.append(answerId, { type: "text-start", id: `${count}` });
      if (count % 7 === 0) await pause(1);
    }
    await answerLog.finish(answerId, [{ type: "finish" }], testRecord());
    readers.push(readAll(tailAnswer(deps, answerId, 0, endless())));
    const everything = Array.from({ length: 302 }, (_, index) => index + 1);
    for (const seen of await Promise.all(readers)) expect(seen).toEqual(everything);
  });

  test("a reader that says how far it was gets exactly the rest", async () => {
    const { answerLog, answerId, deps } = await openAnswer(kind);
    for (let count = 0; count < 5; count++)
      answerLog.append(answerId, { type: "text-start", id: `${count}` });
    await answerLog.finish(answerId, [{ type: "finish" }], testRecord());
    expect(await readAll(tailAnswer(deps, answerId, 4, endless()))).toEqual([5, 6, 7]);
    expect(await readAll(tailAnswer(deps, answerId, 7, endless()))).toEqual([]);
    expect(await readAll(tailAnswer(deps, answerId, 999, endless()))).toEqual([]);
  });

  test("more events than one read holds arrive all", async () => {
    const { answerLog, answerId, deps } = await openAnswer(kind);
    for (let count = 0; count < 1_300; count++)
      answerLog.append(answerId, { type: "text-start", id: `${count}` });
    await answerLog.finish(answerId, [{ type: "finish" }], testRecord());
    expect(await readAll(tailAnswer(deps, answerId, 0, endless()))).toHaveLength(1_302);
  });

  test("an answer whose writer is gone ends with an error for every reader", async () => {
    const { db, projectId, deps } = await openAnswer(kind);
    const lost = await addTestAnswer(db, projectId, { leaseExpiresAt: minutesAfterNoon(-9999999) });
    const read = async () => {
      const events: LoggedEvent[] = [];
      for await (const event of tailAnswer(deps, lost.answerId, 0, endless())) events.push(event);
      return events;
    };
    for (const events of await Promise.all([read(), read(), read()])) {
      expect(events.map(({ event }) => event.type)).toEqual(["start", "error"]);
      expect(events.at(-1)?.event).toMatchObject({ errorText: expect.stringMatching(/ask again/) });
    }
  });

  test("a reader of an answer that is deleted meanwhile is told so", async () => {
    const { db, projectId, answerId, deps } = await openAnswer(kind);
    const events = tailAnswer(deps, answerId, 0, endless());
    await events.next();
    const told = expect(events.next()).rejects.toMatchObject({ code: "not_found" });
    await deleteProject(db, projectId);
    await told;
  });
});

test("a reader on another node sees the events too", async () => {
  const location = await emptyStoreLocation("postgres");
  const here = await openUntilEnd(location);
  const there = await openUntilEnd(location);
  const answer = await addTestAnswer(here, await addTestProject(here));
  const deps = { db: there, wake: createWake(), clock: systemClock };
  const reading = readAll(tailAnswer(deps, answer.answerId, 0, endless()));
  const answerLog = logOf(here);
  answerLog.open(answer.answerId, { type: "start", messageId: answer.messageId });
  await answerLog.finish(answer.answerId, [{ type: "finish" }], testRecord());
  expect(await reading).toEqual([1, 2]);
});

test("a reader that leaves is let go at once, whatever it was doing", async () => {
  const { answerId, deps } = await openAnswer("sqlite");
  for (const leaveAfterMs of [0, 1, 5, 50]) {
    const leaving = new AbortController();
    const events = tailAnswer(deps, answerId, 0, leaving.signal);
    await events.next();
    const next = events.next();
    setTimeout(() => leaving.abort(), leaveAfterMs);
    const start = performance.now();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(performance.now() - start).toBeLessThan(500);
  }
  const gone = tailAnswer(deps, answerId, 0, AbortSignal.abort());
  expect(await gone.next()).toEqual({ done: true, value: undefined });
});

test("a record without a last event still ends the reading", async () => {
  const { db, answerId, deps } = await openAnswer("sqlite");
  await db
    .transaction()
    .execute((trx) => finishAnswer(trx, { id: answerId, record: testRecord(), at: "" }));
  expect(await readAll(tailAnswer(deps, answerId, 0, endless()))).toEqual([1]);
});

async function openAnswer(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const { answerId, messageId } = await addTestAnswer(db, projectId);
  const wake = createWake();
  const answerLog = logOf(db, wake);
  answerLog.open(answerId, { type: "start", messageId });
  return { db, projectId, answerLog, answerId, deps: { db, wake, clock: systemClock } };
}

function logOf(db: Database, wake = createWake()) {
  const log = createLog({ level: "silent", format: "json" });
  const answerLog = createAnswerLog({ db, wake, clock: systemClock, log });
  onTestFinished(() => answerLog.close());
  return answerLog;
}

async function readAll(events: AsyncGenerator<LoggedEvent>): Promise<number[]> {
  const seen: number[] = [];
  for await (const event of events) seen.push(event.seq);
  return seen;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
