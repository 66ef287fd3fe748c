import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { addTestProject, appendMessage, minutesAfterNoon, noon } from "../../../test/store-rows.ts";
import { closestQuestion, historyBefore, newestQuestion } from "./history.ts";
import { insertThread, supersedeMessages } from "./threads.ts";

const end = { threadId: "thr_1", before: 1_000 };

describe.each(storeKinds)("on %s", (kind) => {
  test("the newest messages that fit are remembered, oldest first", async () => {
    const { db, say } = await openThread(kind);
    for (const text of ["one", "two", "three", "", "four", "five", "six"]) await say(text);
    const texts = async (mostBytes: number) =>
      (await historyBefore(db, end, mostBytes)).map(({ text }) => text);
    expect(await texts(1_000)).toEqual(["one", "two", "three", "four", "five", "six"]);
    expect(await texts(21)).toEqual(["two", "three", "four", "five", "six"]);
    expect(await texts(3)).toEqual([]);
    for (let count = 1; count <= 20; count += 1) await say(`more ${count}`);
    expect(await texts(1_000)).toHaveLength(12);
  });

  test("a message that would displace the others is cut between two characters, and says so", async () => {
    const { db, say } = await openThread(kind);
    await say("What is a key?");
    await say("é🔑鍵".repeat(100_000));
    const [question, answer] = await historyBefore(db, end, 4_000);
    expect(question).toEqual({ role: "user", text: "What is a key?" });
    expect(answer?.text).toMatch(/^(é🔑鍵)+(é|é🔑)?… \(the rest of this message is left out\)$/u);
    const bytes = Buffer.byteLength(answer?.text ?? "");
    expect(bytes).toBeLessThanOrEqual(1_000);
    expect(bytes).toBeGreaterThan(990);
  });

  test("what was replaced is left out, unless it stood at that time", async () => {
    const { db, say } = await openThread(kind);
    for (const text of ["one", "two", "three"]) await say(text);
    await db
      .transaction()
      .execute((trx) => supersedeMessages(trx, "thr_1", 2, minutesAfterNoon(2)));
    await say("four");
    const texts = async (at?: string) => {
      const place = { ...end, before: 4, ...(at !== undefined && { at }) };
      return (await historyBefore(db, place, 1_000)).map(({ text }) => text);
    };
    expect(await texts()).toEqual(["one"]);
    expect(await texts(minutesAfterNoon(1))).toEqual(["one", "two", "three"]);
    expect(await texts(minutesAfterNoon(3))).toEqual(["one"]);
  });

  test("the question that is most like one is found by its text and id, else by its text, else it is the newest", async () => {
    const { db, say } = await openThread(kind);
    for (const [text, clientId] of [
      ["same", "a"],
      ["same", "b"],
      ["other", "a"],
    ] as const) {
      await say(text, clientId);
      await say("an answer");
    }
    const found = async (text: string, clientId: string) => {
      const { ordinal, isSame } = (await closestQuestion(db, end, { text, clientId })) ?? {};
      return [ordinal, isSame];
    };
    expect(await found("same", "a")).toEqual([1, 1]);
    expect(await found("same", "c")).toEqual([3, 1]);
    expect(await found("SAME", "a")).toEqual([5, 0]);
    const named = { text: "same", clientId: "b" };
    expect(await newestQuestion(db, end, named)).toMatchObject({ ordinal: 3, isSame: 1 });
    expect(await newestQuestion(db, end, { text: "same" })).toMatchObject({ ordinal: 5 });
    expect(await newestQuestion(db, end, { ...named, clientId: "z" })).toBeUndefined();
    expect(await newestQuestion(db, { ...end, before: 5_000 }, named)).toBeUndefined();
  });
});

async function openThread(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  await db
    .transaction()
    .execute((trx) => insertThread(trx, { id: "thr_1", projectId, fp: "ada" }, noon));
  let said = 0;
  const say = (text: string, clientId = "") => {
    const role = said % 2 === 0 ? "user" : "assistant";
    said += 1;
    const message = { id: `msg_${said}`, role, clientId, text, answerId: null } as const;
    return db.transaction().execute((trx) => appendMessage(trx, "thr_1", message, noon));
  };
  return { db, say };
}
