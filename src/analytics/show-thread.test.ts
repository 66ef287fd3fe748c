import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../test/harness.ts";
import { makeUpAnswer } from "../../test/made-up-answers.ts";
import { addTestProject, minutesAfterNoon, noon } from "../../test/store-rows.ts";
import { supersedeMessages } from "../store/answers/threads.ts";
import { showThread } from "./show-thread.ts";

const operator = { kind: "operator" } as const;

describe.each(storeKinds)("on %s", (kind) => {
  test("a thread is shown whole, with what was replaced in it", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const wish = { projectId, fp: "ada", record: {} };
    const { threadId, ...first } = await makeUpAnswer(db, { ...wish, at: noon, question: "One?" });
    const replacedAt = minutesAfterNoon(1);
    await db.transaction().execute((trx) => supersedeMessages(trx, threadId, 2, replacedAt));
    await makeUpAnswer(db, { ...wish, threadId, at: replacedAt, question: "Two?" });
    await makeUpAnswer(db, { ...wish, at: noon, question: "elsewhere" });
    const thread = await showThread({ db }, operator, { projectId, threadId });
    expect(thread).toMatchObject({ threadId, fp: "ada", createdAt: noon, isWhole: true });
    expect(thread.messages.map(({ role, text, replacedAt: at }) => [role, text, at])).toEqual([
      ["user", "One?", null],
      ["assistant", "Because [1].", replacedAt],
      ["user", "Two?", null],
      ["assistant", "Because [1].", null],
    ]);
    expect(thread.messages.map(({ answer }) => answer?.question)).toEqual([
      undefined,
      "One?",
      undefined,
      "Two?",
    ]);
    expect(thread.messages[1]?.answer?.answerId).toBe(first.answerId);
  });

  test("of a thread with huge messages the newest are shown, and no more is read", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const wish = { projectId, at: noon, question: "x".repeat(1_000_000), record: {} };
    const { threadId } = await makeUpAnswer(db, wish);
    for (let count = 2; count <= 6; count += 1) await makeUpAnswer(db, { ...wish, threadId });
    const { messages, isWhole } = await showThread({ db }, operator, { projectId, threadId });
    expect(isWhole).toBe(false);
    expect(messages.map(({ role }) => role)).toEqual(Array(4).fill(["user", "assistant"]).flat());
    expect(messages.at(-1)?.answer?.question).toHaveLength(1_000_000);
  });
});

test("a thread of another project is not there", async () => {
  const db = await openTestStore("sqlite");
  const [acme, other] = [await addTestProject(db), await addTestProject(db, "other")];
  const { threadId } = await makeUpAnswer(db, { projectId: acme, at: noon, record: {} });
  for (const place of [
    { projectId: other, threadId },
    { projectId: acme, threadId: "thr_none" },
  ])
    await expect(showThread({ db }, operator, place)).rejects.toMatchObject({ code: "not_found" });
});
