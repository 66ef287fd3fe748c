import { describe, expect, test } from "vitest";
import { createTestNode, question, type StoreKind, storeKinds, type TestNode } from "./harness.ts";
import { scriptedModel } from "./scripted-model.ts";

type Message = {
  id?: string;
  role: string;
  parts?: unknown[];
  content?: string;
  metadata?: unknown;
};

const chatId = "chat-0123456789abcdef";
const model = scriptedModel({ pieces: ["An answer."] });

function user(text: string, id = ""): Message {
  return { id, role: "user", parts: [{ type: "text", text }] };
}

function assistant(text: string, threadId?: string): Message {
  const metadata = threadId === undefined ? undefined : { threadId };
  return { id: "a", role: "assistant", parts: [{ type: "text", text }], metadata };
}

async function ask(node: TestNode, body: Record<string, unknown>): Promise<string> {
  const response = await node.ask(body);
  await response.text();
  expect(response.status).toBe(200);
  return response.headers.get("x-thread-id") ?? "";
}

/** The conversation as it stands: replaced messages are left out. */
async function conversation(node: TestNode, threadId: string): Promise<string[]> {
  const rows = await node.db
    .selectFrom("messages")
    .select(["role", "text"])
    .where("threadId", "=", threadId)
    .where("supersededAt", "is", null)
    .orderBy("ordinal")
    .execute();
  return rows.map((row) => `${row.role}: ${row.text}`);
}

async function threadCount(node: TestNode): Promise<number> {
  return (await node.db.selectFrom("threads").select("id").execute()).length;
}

const twoTurns = ["user: One?", "assistant: An answer.", "user: Two?", "assistant: An answer."];

describe.each(storeKinds)("on %s", (store: StoreKind) => {
  const open = () => createTestNode({ store, model });

  test("without any hint every question is a thread of its own", async () => {
    const node = await open();
    const first = await ask(node, question("One?", { threadId: null }));
    const second = await ask(node, question("One?", { id: "docs" }));
    const third = await ask(node, question("One?", { id: "docs" }));
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test("the thread of the body goes on, whether the client sends all or its newest", async () => {
    const node = await open();
    const newest = await ask(node, { messages: [user("One?")] });
    await ask(node, { messages: [user("Two?")], threadId: newest });
    const whole = await ask(node, { messages: [user("One?")] });
    await ask(node, {
      messages: [user("One?"), assistant("An answer."), user("Two?")],
      threadId: whole,
    });
    expect(await conversation(node, newest)).toEqual(twoTurns);
    expect(await conversation(node, whole)).toEqual(twoTurns);
    expect(await threadCount(node)).toBe(2);
  });

  test("the metadata of the newest answer names the thread", async () => {
    const node = await open();
    const old = await ask(node, { messages: [user("Old?")] });
    const threadId = await ask(node, { messages: [user("One?")] });
    const messages = [user("Old?"), assistant("x", old), assistant("y", threadId), user("Two?")];
    expect(await ask(node, { messages })).toBe(threadId);
    expect(await conversation(node, threadId)).toEqual(twoTurns);
  });

  test("the body wins over metadata, and metadata over the chat id", async () => {
    const node = await open();
    const [one, two] = [await ask(node, question("One?")), await ask(node, question("Two?"))];
    const three = await ask(node, question("Three?", { id: chatId }));
    const messages = [assistant("x", two), user("More?")];
    expect(await ask(node, { messages, threadId: one, id: chatId })).toBe(one);
    const other = "chat-fedcba9876543210";
    expect(await ask(node, question("Four?", { id: other }))).not.toBe(three);
    expect(await ask(node, { messages, id: other })).toBe(two);
  });

  test("a chat id of sixteen characters names a thread and fifteen do not", async () => {
    const node = await open();
    const ids = ["c".repeat(15), "c".repeat(16)];
    const same = [];
    for (const id of ids) {
      const first = await ask(node, question("One?", { id }));
      same.push(first === (await ask(node, question("Two?", { id }))));
    }
    expect(same).toEqual([false, true]);
  });

  test("a chat id belongs to one reader", async () => {
    const node = await open();
    const first = await ask(node, question("One?", { id: chatId, fp: "one" }));
    expect(await ask(node, question("One?", { id: chatId, fp: "two" }))).not.toBe(first);
    expect(await ask(node, question("Two?", { id: chatId, fp: "one" }))).toBe(first);
  });

  test("a thread that is unknown, or of another reader or project, is not found", async () => {
    const node = await open();
    const other = await createTestNode({ db: node.db, domain: "other", model });
    const mine = await ask(node, question("One?", { fp: "me" }));
    const theirs = await ask(other, question("One?", { fp: "me" }));
    const before = await threadCount(node);
    const refused = [
      question("Two?", { fp: "me", threadId: "thr_unknown" }),
      question("Two?", { fp: "me", threadId: theirs }),
      question("Two?", { fp: "you", threadId: mine }),
      question("Two?", { threadId: mine }),
      { fp: "me", messages: [assistant("x", theirs), user("Two?")] },
      { fp: "you", messages: [assistant("x", mine), user("Two?")] },
    ];
    for (const body of refused) {
      const response = await node.ask(body);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not_found" });
    }
    expect(await threadCount(node)).toBe(before);
    expect(await conversation(node, mine)).toHaveLength(2);
  });

  test("regenerate replaces the last answer and keeps the question", async () => {
    const node = await open();
    const threadId = await ask(node, { messages: [user("One?", "q1")], id: chatId });
    await ask(node, { messages: [user("Two?", "q2")], id: chatId });
    const again = { trigger: "regenerate-message", messageId: "whatever", id: chatId };
    await ask(node, {
      messages: [user("One?", "q1"), assistant("x"), user("Two?", "q2")],
      ...again,
    });
    await ask(node, { messages: [user("Two?", "q2")], ...again });
    expect(await conversation(node, threadId)).toEqual(twoTurns);
  });

  test("regenerating an earlier answer drops what came after it", async () => {
    const node = await open();
    const threadId = await ask(node, { messages: [user("One?", "q1")], id: chatId });
    await ask(node, { messages: [user("Two?", "q2")], id: chatId });
    await ask(node, { messages: [user("One?", "q1")], id: chatId, trigger: "regenerate-message" });
    expect(await conversation(node, threadId)).toEqual(twoTurns.slice(0, 2));
  });

  test("an edited question replaces the old one and everything behind it", async () => {
    const node = await open();
    const threadId = await ask(node, { messages: [user("Wrong?", "q1")], id: chatId });
    await ask(node, { messages: [user("Behind?", "q2")], id: chatId });
    const edit = { trigger: "submit-message", messageId: "q1", id: chatId };
    await ask(node, { messages: [user("One?", "q1")], ...edit });
    await ask(node, { messages: [user("Two?", "q3")], id: chatId });
    expect(await conversation(node, threadId)).toEqual(twoTurns);
  });

  test("a request sent twice is stored once", async () => {
    const node = await open();
    const body = { messages: [user("One?", "q1")], id: chatId, trigger: "submit-message" };
    const threadId = await ask(node, body);
    await ask(node, body);
    expect(await conversation(node, threadId)).toEqual(twoTurns.slice(0, 2));
  });

  test("a request sent twice at the same moment is stored once", async () => {
    const node = await open();
    const body = { messages: [user("One?", "q1")], id: chatId, trigger: "submit-message" };
    const threads = await Promise.all([ask(node, body), ask(node, body), ask(node, body)]);
    expect(new Set(threads).size).toBe(1);
    const stored = await conversation(node, threads[0] ?? "");
    expect(stored.filter((line) => line.startsWith("user"))).toEqual(["user: One?"]);
    expect(stored).toHaveLength(2);
  });

  test("the same words under a new id are a new question", async () => {
    const node = await open();
    const threadId = await ask(node, { messages: [user("One?", "q1")], id: chatId });
    await ask(node, { messages: [user("One?", "q2")], id: chatId });
    expect(await conversation(node, threadId)).toHaveLength(4);
  });

  test("ids that repeat do not confuse different questions", async () => {
    const node = await open();
    const threadId = await ask(node, { messages: [user("One?", "1")] });
    await ask(node, { messages: [user("Two?", "1")], threadId });
    expect(await conversation(node, threadId)).toEqual(twoTurns);
  });

  test("two questions at once in one thread are both kept, in some order", async () => {
    const node = await open();
    const threadId = await ask(node, question("Zero?"));
    const many = ["A?", "B?", "C?", "D?"].map((text) =>
      ask(node, { messages: [user(text, text)], threadId }),
    );
    expect(new Set(await Promise.all(many))).toEqual(new Set([threadId]));
    const stored = await conversation(node, threadId);
    expect(stored.filter((line) => line.startsWith("user"))).toHaveLength(5);
    expect(stored).toHaveLength(10);
  });
});
