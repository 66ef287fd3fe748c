import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import {
  addTestAnswer,
  addTestProject,
  minutesAfterNoon,
  noon,
  threadMessages,
} from "../../../test/store-rows.ts";
import { answerStatus, eventsAfter, insertEvents } from "../../store/answers/answers.ts";
import { cutAbandonedAnswers, cutAnswer } from "./cut-answer.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("a cut answer keeps its text so far and ends with one error event", async () => {
    const { db, answer, later } = await openAnswer(kind);
    const { answerId } = answer;
    const deltas = Array.from({ length: 600 }, (_, index) => ({
      answerId,
      seq: index + 2,
      event: { type: "text-delta", id: "answer", delta: `${index} ` } as const,
    }));
    await db.transaction().execute((trx) => insertEvents(trx, deltas));
    await cutAnswer(db, answerId, later);
    const text = deltas.map(({ event }) => event.delta).join("");
    const row = await db.selectFrom("answers").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: "cut", text, finishedAt: later.toISOString() });
    expect(row.error).toMatch(/Please ask again/);
    expect((await threadMessages(db, answer.threadId)).at(-1)).toMatchObject({ text });
    expect(await eventsAfter(db, answerId, 601)).toEqual([
      { seq: 602, event: { type: "error", errorText: row.error } },
    ]);
  });

  test("an answer is cut once, by however many", async () => {
    const { db, answer, later } = await openAnswer(kind);
    await Promise.all([1, 2, 3, 4].map(() => cutAnswer(db, answer.answerId, later)));
    expect(await eventsAfter(db, answer.answerId, 1)).toHaveLength(1);
  });

  test("an answer whose lease still runs is left alone, and one that is not there is no fault", async () => {
    const { db, answer } = await openAnswer(kind);
    await cutAnswer(db, answer.answerId, new Date(noon));
    await cutAnswer(db, "ans_none", new Date(noon));
    expect(await answerStatus(db, answer.answerId)).toMatchObject({ state: "streaming" });
  });

  test("the sweep cuts every abandoned answer and counts them", async () => {
    const { db, projectId, later } = await openAnswer(kind);
    const running = await addTestAnswer(db, projectId);
    await addTestAnswer(db, projectId, { leaseExpiresAt: noon });
    expect(await cutAbandonedAnswers(db, later)).toBe(2);
    expect(await cutAbandonedAnswers(db, later)).toBe(0);
    expect(await answerStatus(db, running.answerId)).toMatchObject({ state: "streaming" });
  });
});

async function openAnswer(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const answer = await addTestAnswer(db, projectId, { leaseExpiresAt: minutesAfterNoon(1) });
  return { db, projectId, answer, later: new Date(minutesAfterNoon(2)) };
}
