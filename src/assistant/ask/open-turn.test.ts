import type { KyselyPlugin } from "kysely";
import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import {
  addTestProject,
  appendMessage,
  countRows,
  noon,
  threadMessages,
} from "../../../test/store-rows.ts";
import { assistantRequest } from "../../contract/assistant.ts";
import { systemClock } from "../../lib/clock.ts";
import { answerStatus, eventsAfter } from "../../store/answers/answers.ts";
import { type Database, pingDatabase } from "../../store/database.ts";
import { openTurn } from "./open-turn.ts";

const chatId = "chat-0123456789abcdef";

describe.each(storeKinds)("on %s", (kind) => {
  test("the question, the answer's place and its first event are stored together", async () => {
    const { db, ask } = await openProject(kind);
    const turn = await ask("Why?");
    expect(turn).toMatchObject({ question: "Why?", history: [], revisionId: null });
    expect(await threadMessages(db, turn.threadId)).toMatchObject([
      { ordinal: 1, role: "user", text: "Why?", clientId: "m1", answerId: null },
      { ordinal: 2, role: "assistant", text: "", answerId: turn.answerId, id: turn.messageId },
    ]);
    expect(await eventsAfter(db, turn.answerId, 0)).toEqual([
      {
        seq: 1,
        event: {
          type: "start",
          messageId: turn.messageId,
          messageMetadata: { threadId: turn.threadId },
        },
      },
    ]);
    const status = await answerStatus(db, turn.answerId);
    expect(status?.state).toBe("streaming");
    expect(Date.parse(status?.leaseExpiresAt ?? "")).toBeGreaterThan(Date.now() + 10_000);
  });

  test("a second question goes on in the thread and knows the first", async () => {
    const { ask } = await openProject(kind);
    const { threadId } = await ask("One?");
    const second = await ask("Two?", { threadId, messageIdOfQuestion: "m2" });
    expect(second.threadId).toBe(threadId);
    expect(second.history).toEqual([{ role: "user", text: "One?" }]);
  });

  test("a request sent again replaces its own answer and doubles nothing", async () => {
    const { db, ask } = await openProject(kind);
    const first = await ask("One?", { id: chatId });
    const again = await ask("One?", { id: chatId });
    expect(again.threadId).toBe(first.threadId);
    expect(again.history).toEqual([]);
    expect((await threadMessages(db, first.threadId)).map((message) => message.answerId)).toEqual([
      null,
      again.answerId,
    ]);
  });

  test("an edited message replaces what came after it", async () => {
    const { db, ask } = await openProject(kind);
    const { threadId } = await ask("One?");
    await ask("Two?", { threadId, messageIdOfQuestion: "m2" });
    const edited = await ask("One, edited?", { threadId, messageId: "m1" });
    expect(edited.history).toEqual([]);
    expect((await threadMessages(db, threadId)).map((message) => message.text)).toEqual([
      "One, edited?",
      "",
    ]);
  });

  test("regenerating replaces the last answer alone", async () => {
    const { db, ask } = await openProject(kind);
    const { threadId } = await ask("One?");
    await ask("Two?", { threadId, messageIdOfQuestion: "m2" });
    const again = await ask("Two?", {
      threadId,
      messageIdOfQuestion: "m2",
      trigger: "regenerate-message",
    });
    expect(again.history).toEqual([{ role: "user", text: "One?" }]);
    expect((await threadMessages(db, threadId)).map((message) => message.text)).toEqual([
      "One?",
      "",
      "Two?",
      "",
    ]);
    expect(await countRows(db, "messages")).toBe(5);
  });

  test("a thread of another project or reader is not found, and nothing is written", async () => {
    const { db, ask } = await openProject(kind);
    const { threadId } = await ask("One?", { fp: "alice" });
    const rows = await countRows(db, "messages");
    const notFound = expect.objectContaining({ code: "not_found" });
    const other = await addTestProject(db, "other");
    await expect(ask("x", { threadId, fp: "bob" })).rejects.toEqual(notFound);
    await expect(ask("x", { threadId, fp: "alice" }, other)).rejects.toEqual(notFound);
    await expect(ask("x", { threadId: "thr_none" })).rejects.toEqual(notFound);
    expect(await countRows(db, "messages")).toBe(rows);
  });

  test("a short chat id names no thread, a long one does, for its own reader", async () => {
    const { ask } = await openProject(kind);
    const threadOf = async (id: string, fp: string) => (await ask("One?", { id, fp })).threadId;
    expect(await threadOf("docs", "a")).not.toBe(await threadOf("docs", "a"));
    expect(await threadOf(chatId, "a")).toBe(await threadOf(chatId, "a"));
    expect(await threadOf(chatId, "a")).not.toBe(await threadOf(chatId, "b"));
  });

  test("first questions of one chat at the same moment end in one thread", async () => {
    const { db, ask } = await openProject(kind);
    // The connections are there already, so that the questions really meet.
    await Promise.all([1, 2, 3, 4, 5].map(() => pingDatabase(db)));
    for (let round = 1; round <= 10; round++) {
      const turns = await Promise.all(
        [1, 2, 3, 4, 5].map((n) =>
          ask(`Question ${n}?`, { id: `${chatId}-${round}`, messageIdOfQuestion: `m${n}` }),
        ),
      );
      expect(new Set(turns.map((turn) => turn.threadId)).size).toBe(1);
      expect(await countRows(db, "threads")).toBe(round);
      expect(await threadMessages(db, turns[0]?.threadId ?? "")).toHaveLength(10);
    }
  });

  test("questions asked in one thread at the same moment are numbered without a clash", async () => {
    const { db, ask } = await openProject(kind);
    const { threadId } = await ask("One?");
    const more = Array.from({ length: 10 }, (_, n) =>
      ask(`More ${n}?`, { threadId, messageIdOfQuestion: `more-${n}` }),
    );
    await Promise.all(more);
    const ordinals = (await threadMessages(db, threadId)).map((message) => message.ordinal);
    expect(ordinals).toEqual(Array.from({ length: 22 }, (_, index) => index + 1));
  });

  test("a question in a thread of huge messages reads no more than is remembered", async () => {
    const { db, ask } = await openProject(kind);
    const { threadId } = await ask("One?");
    const huge = { role: "user", text: "x".repeat(1_000_000), answerId: null } as const;
    for (let n = 1; n <= 20; n += 1)
      await db
        .transaction()
        .execute((trx) =>
          appendMessage(trx, threadId, { ...huge, id: `huge_${n}`, clientId: "huge" }, noon),
        );
    const small = { messageIdOfQuestion: "small", threadId };
    for (const more of [{}, { trigger: "regenerate-message" }, { messageId: "huge" }]) {
      const store = counted(db);
      const turn = await ask("And it?", { ...small, ...more }, undefined, store.db);
      expect(store.characters()).toBeLessThan(40_000);
      expect(store.characters()).toBeGreaterThan(10_000);
      const remembered = turn.history.reduce((sum, { text }) => sum + text.length, 0);
      expect(remembered).toBeLessThanOrEqual(historyTokens * 3.5);
      expect(remembered).toBeGreaterThan(historyTokens);
    }
  });
});

const historyTokens = 8_000;

/** A store that counts the characters of all rows it hands out. */
function counted(db: Database) {
  let characters = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      characters += JSON.stringify(result.rows).length;
      return result;
    },
  };
  return { db: db.withPlugin(plugin), characters: () => characters };
}

type More = Record<string, unknown> & { messageIdOfQuestion?: string };

async function openProject(kind: StoreKind) {
  const db = await openTestStore(kind);
  const ownProject = await addTestProject(db);
  const ask = (text: string, more: More = {}, projectId = ownProject, by = db) => {
    const { messageIdOfQuestion = "m1", ...body } = more;
    const messages = [{ id: messageIdOfQuestion, role: "user", parts: [{ type: "text", text }] }];
    const request = assistantRequest.parse({ messages, ...body });
    return openTurn(
      { db: by, clock: systemClock, historyTokens },
      { projectId, keyId: "key_1", currentRevisionId: null },
      request,
    );
  };
  return { db, ask };
}
