import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { cutLine } from "../../test/cut-line.ts";
import { createMigratedDatabase } from "../../test/migrated-store.ts";
import { addTestAnswer, addTestProject, openUntilEnd, testRecord } from "../../test/store-rows.ts";
import { createAnswerLog } from "../assistant/log/answer-log.ts";
import { tailAnswer } from "../assistant/log/tail-answer.ts";
import { systemClock } from "../lib/clock.ts";
import { createLog } from "../lib/log.ts";
import { createWake } from "../lib/wake.ts";
import { eventsAfter } from "./answers/answers.ts";
import { isStoreFault, waitForStore } from "./store-fault.ts";

async function openLine() {
  const database = await createMigratedDatabase();
  onTestFinished(database.drop);
  const line = await cutLine({ url: database.url });
  return { line, db: await openUntilEnd({ kind: "postgres", url: line.url }) };
}

const tellOn = (error: unknown) => isStoreFault(error);

test("a connection that is cut within a transaction is told as a fault, ends no process, and is made anew", async () => {
  const { line, db } = await openLine();
  const work = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    line.cut();
    await sql`select pg_sleep(0.1)`.execute(trx);
  });
  expect(await work.catch(tellOn)).toBe(true);
  expect(await sql`select 1`.execute(db).catch(tellOn)).toBe(true);
  const waiting = waitForStore(() => sql<{ one: number }>`select 1 as one`.execute(db));
  line.mend();
  expect((await waiting).rows).toEqual([{ one: 1 }]);
});

test.each(["cut", "loseReplies"] as const)(
  "an answer goes on when the store is back (%s), and each of its events stands there once",
  async (fault) => {
    const { line, db } = await openLine();
    const { answerId, messageId } = await addTestAnswer(db, await addTestProject(db));
    const wake = createWake();
    const log = createLog({ level: "silent", format: "json" });
    const answerLog = createAnswerLog({ db, wake, clock: systemClock, log });
    onTestFinished(() => answerLog.close());
    answerLog.open(answerId, { type: "start", messageId });
    const runner = { attend: () => () => undefined, recent: answerLog.recent };
    const never = new AbortController().signal;
    const read = tailAnswer({ db, wake, clock: systemClock, runner }, answerId, 0, never);
    const seen = Array.fromAsync(read, ({ seq, event }) => `${seq} ${event.type}`);
    const say = (id: string) => answerLog.append(answerId, { type: "text-start", id });
    say("before");
    await expect.poll(() => answerLog.recent(answerId, 1)).toHaveLength(1);
    line[fault]();
    say("during");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const finishing = answerLog.finish(answerId, [{ type: "finish" }], testRecord());
    await new Promise((resolve) => setTimeout(resolve, 100));
    line.mend();
    expect(await finishing).toBe(true);
    const all = ["1 start", "2 text-start", "3 text-start", "4 finish"];
    expect(await seen).toEqual(all);
    const stored = await eventsAfter(db, answerId, 0);
    expect(stored.map(({ seq, event }) => `${seq} ${event.type}`)).toEqual(all);
  },
);

test("an end whose commit nobody heard of is known as one's own", async () => {
  const { line, db } = await openLine();
  const { answerId, messageId } = await addTestAnswer(db, await addTestProject(db));
  const log = createLog({ level: "silent", format: "json" });
  const answerLog = createAnswerLog({ db, wake: createWake(), clock: systemClock, log });
  onTestFinished(() => answerLog.close());
  answerLog.open(answerId, { type: "start", messageId });
  // The reply to the commit itself is the one that is lost.
  const replies = await countReplies(db, answerId);
  expect(replies).toBe(1);
  line.loseReplies();
  const finishing = answerLog.finish(answerId, [{ type: "finish" }], testRecord());
  setTimeout(line.mend, 150);
  expect(await finishing).toBe(true);
  expect(await countReplies(db, answerId)).toBe(2);
});

async function countReplies(db: Parameters<typeof eventsAfter>[0], answerId: string) {
  return (await eventsAfter(db, answerId, 0)).length;
}
