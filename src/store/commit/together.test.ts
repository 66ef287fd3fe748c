import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addTestProject, countRows, noon } from "../../../test/store-rows.ts";
import { threadRow } from "../answers/threads.ts";
import { together } from "./together.ts";

describe.each(storeKinds)("on %s", (kind) => {
  const open = async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const thread = (id: string) => ({ id, projectId, fp: "it's \\ $1 ?" });
    return { db, thread, projectId };
  };

  test("statements that refer to each other's rows are carried out together", async () => {
    const { db, thread, projectId } = await open();
    const chat = { projectId, chatId: "chat", fp: "reader", threadId: "thr_1" };
    await together(db, (handle) => [
      threadRow(handle, thread("thr_1"), noon),
      threadRow(handle, thread("thr_2"), noon),
      handle.insertInto("chats").values(chat),
    ]);
    expect(await db.selectFrom("threads").select(["id", "fp"]).orderBy("id").execute()).toEqual([
      { id: "thr_1", fp: thread("").fp },
      { id: "thr_2", fp: thread("").fp },
    ]);
    expect(await countRows(db, "chats")).toBe(1);
    await together(db, () => []);
  });

  test("all or none of them, alone and within a transaction", async () => {
    const { db, thread } = await open();
    const clash = (handle: typeof db) =>
      ["thr_1", "thr_2", "thr_1"].map((id) => threadRow(handle, thread(id), noon));
    await expect(together(db, clash)).rejects.toThrow();
    await expect(db.transaction().execute((trx) => together(trx, clash))).rejects.toThrow();
    expect(await countRows(db, "threads")).toBe(0);
  });
});
