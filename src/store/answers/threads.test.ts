import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import {
  addTestProject,
  appendMessage,
  countRows,
  minutesAfterNoon,
  noon,
  threadMessages,
} from "../../../test/store-rows.ts";
import {
  chatOwners,
  claimChat,
  deleteThread,
  findChatThread,
  findThread,
  insertThread,
  lockThread,
  rememberChat,
  supersedeMessages,
} from "./threads.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("a thread belongs to its project and reader", async () => {
    const { db, projectId } = await storeWithThreads(kind, ["thr_1"]);
    const times = { createdAt: noon, updatedAt: noon };
    expect(await findThread(db, "thr_1")).toEqual({
      id: "thr_1",
      projectId,
      isOfRef: false,
      fp: "reader",
      ...times,
    });
    expect(await findThread(db, "thr_2")).toBeUndefined();
    await db.transaction().execute((trx) => deleteThread(trx, "thr_1"));
    expect(await findThread(db, "thr_1")).toBeUndefined();
  });

  test("messages come in the order they were said", async () => {
    const { db, say } = await storeWithThreads(kind, ["thr_1", "thr_2"]);
    for (const text of ["one", "two", "three"]) await say("thr_1", text);
    await say("thr_2", "elsewhere");
    expect((await threadMessages(db, "thr_1")).map(({ ordinal, text }) => [ordinal, text])).toEqual(
      [
        [1, "one"],
        [2, "two"],
        [3, "three"],
      ],
    );
  });

  test("replaced messages leave the conversation, stay in the store and keep their numbers", async () => {
    const { db, say } = await storeWithThreads(kind, ["thr_1"]);
    for (const text of ["one", "two", "three"]) await say("thr_1", text);
    const replace = (from: number, at: string) =>
      db.transaction().execute((trx) => supersedeMessages(trx, "thr_1", from, at));
    await replace(2, noon);
    await replace(1, minutesAfterNoon(1));
    await say("thr_1", "four");
    expect((await threadMessages(db, "thr_1")).map(({ ordinal, text }) => [ordinal, text])).toEqual(
      [[4, "four"]],
    );
    const rows = await db.selectFrom("messages").selectAll().orderBy("ordinal").execute();
    expect(rows.map((row) => row.supersededAt)).toEqual([minutesAfterNoon(1), noon, noon, null]);
  });

  test("messages written to one thread at the same time are numbered without a clash", async () => {
    const { db, say } = await storeWithThreads(kind, ["thr_1"]);
    const texts = Array.from({ length: 30 }, (_, index) => `message ${index}`);
    await Promise.all(texts.map((text) => say("thr_1", text)));
    const messages = await threadMessages(db, "thr_1");
    expect(messages.map((message) => message.ordinal)).toEqual(texts.map((_, index) => index + 1));
    expect(messages.map((message) => message.text).sort()).toEqual(texts.sort());
  });

  test("a chat id leads to the thread its reader named last", async () => {
    const { db, projectId } = await storeWithThreads(kind, ["thr_1", "thr_2"]);
    const chat = { projectId, chatId: "chat", fp: "reader" };
    expect(await findChatThread(db, chat)).toBeUndefined();
    for (const threadId of ["thr_1", "thr_2"])
      await db.transaction().execute((trx) => rememberChat(trx, { ...chat, threadId }));
    expect(await findChatThread(db, chat)).toBe("thr_2");
    expect(await findChatThread(db, { ...chat, fp: "other" })).toBeUndefined();
    expect(await findChatThread(db, { ...chat, projectId: "prj_other" })).toBeUndefined();
  });

  test("of threads that claim one chat id at the same time, one wins and all learn which", async () => {
    const threads = ["thr_1", "thr_2", "thr_3", "thr_4"];
    const { db, projectId } = await storeWithThreads(kind, threads);
    const chat = { projectId, chatId: "chat", fp: "reader" };
    const winners = await Promise.all(
      threads.map((threadId) =>
        db.transaction().execute((trx) => claimChat(trx, { ...chat, threadId })),
      ),
    );
    expect(new Set(winners).size).toBe(1);
    expect(await findChatThread(db, chat)).toBe(winners[0]);
    expect(await countRows(db, "chats")).toBe(1);
  });

  test("the owners of a chat id are told apart, two at most", async () => {
    const { db, projectId } = await storeWithThreads(kind, ["thr_1"]);
    for (const fp of ["a", "b", "c"]) {
      const chat = { projectId, chatId: "chat", fp, threadId: "thr_1" };
      await db.transaction().execute((trx) => rememberChat(trx, chat));
    }
    expect(await chatOwners(db, projectId, "chat")).toHaveLength(2);
    expect(await chatOwners(db, projectId, "other")).toEqual([]);
  });
});

async function storeWithThreads(kind: StoreKind, ids: string[]) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  for (const id of ids)
    await db
      .transaction()
      .execute((trx) => insertThread(trx, { id, projectId, fp: "reader" }, noon));
  let count = 0;
  const say = (threadId: string, text: string) =>
    db.transaction().execute(async (trx) => {
      count += 1;
      const message = { id: `msg_${count}`, role: "user", clientId: "", answerId: null } as const;
      await lockThread(trx, threadId, noon);
      await appendMessage(trx, threadId, { ...message, text }, noon);
    });
  return { db, projectId, say };
}
