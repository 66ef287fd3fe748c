import type { UIMessage } from "ai";
import { describe, expect, test } from "vitest";
import { errorBody } from "../src/contract/error.ts";
import { createTestNode, type TestNode } from "./harness.ts";
import { createWiredNode } from "./model-node.ts";
import { type Script, scriptedModel } from "./scripted-model.ts";
import {
  type ChatOptions,
  openChat,
  partsOf,
  type SdkRelease,
  sdkReleases,
  textOfMessage,
} from "./sdk-chat.ts";

const create = "How do I create a key?";
const pieces = Array.from({ length: 15 }, (_, index) => `piece${index} `);

/** What a front-end sets: the address, the key, and the fixed fields of the body. */
function frontEnd(node: TestNode, url: string): ChatOptions["transport"] {
  return {
    api: `${url}/discovery/v2/assistant/acme/message`,
    headers: { Authorization: `Bearer ${node.keys.assistant}` },
    body: { fp: "anonymous", retrievalPageSize: 5, context: [] },
  };
}

async function setUp(release: SdkRelease, script?: Script) {
  const node = await createTestNode(script && { model: scriptedModel(script) });
  const transport = frontEnd(node, await node.listen());
  const open = (more: Partial<ChatOptions> = {}) => openChat(release, { transport, ...more });
  return { node, transport, open };
}

async function stored(node: TestNode) {
  const threads = await node.db.selectFrom("threads").select("id").execute();
  const messages = await node.db
    .selectFrom("messages")
    .select(["role", "text", "supersededAt"])
    .orderBy("ordinal")
    .execute();
  const standing = messages.filter((message) => message.supersededAt === null);
  return {
    threads: threads.map((thread) => thread.id),
    all: messages.length,
    standing: standing.map((message) => `${message.role}: ${message.text}`),
  };
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error("waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const userMessage: UIMessage = { id: "u1", role: "user", parts: [{ type: "text", text: create }] };

describe.each(sdkReleases)("%s", (release) => {
  test("text, sources, citations and the thread reach the message", async () => {
    const { node, open } = await setUp(release);
    const chat = await open();
    await chat.sendMessage({ text: create });
    expect(chat.error).toBeUndefined();
    expect(chat.status).toBe("ready");
    const answer = chat.lastMessage;
    expect(textOfMessage(answer)).toContain("acme keys create");
    expect(textOfMessage(answer)).toContain("[1]");
    const sources = partsOf(answer, "source-url");
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources)
      expect(source.url).toMatch(/^http:\/\/docent\.test\/docs\/acme\//);
    const citations = answer?.parts.find((part) => part.type === "data-citations");
    const first = expect.objectContaining({ n: 1, path: "keys.md", heading: "Create a key" });
    expect(citations).toMatchObject({ data: expect.arrayContaining([first]) });
    const outcome = answer?.parts.find((part) => part.type === "data-outcome");
    expect(outcome).toMatchObject({ id: "outcome", data: { outcome: "answered" } });
    const { threads } = await stored(node);
    expect(answer?.metadata).toEqual({ threadId: threads[0] });
  });

  test("tools that the model uses, and those it uses wrongly, are parts of the message", async () => {
    const { node } = await createWiredNode("anthropic", [
      { calls: [{ name: "list_pages", input: {} }] },
      { calls: [{ name: "read_page", input: { path: "nowhere.md" } }] },
      { calls: [{ name: "no_such_tool", input: "{broken" }] },
      { pieces: ["Run `acme keys create` to make a key [1]."] },
    ]);
    const chat = await openChat(release, { transport: frontEnd(node, await node.listen()) });
    await chat.sendMessage({ text: create });
    expect(chat.error).toBeUndefined();
    expect(chat.status).toBe("ready");
    expect(textOfMessage(chat.lastMessage)).toBe("Run `acme keys create` to make a key [1].");
    expect(partsOf(chat.lastMessage, "dynamic-tool")).toMatchObject([
      { toolName: "list_pages", state: "output-available", output: { total: 2 } },
      { toolName: "read_page", state: "output-error", input: { path: "nowhere.md" } },
      { toolName: "unknown_tool", state: "output-error" },
    ]);
    const kept = chat.lastMessage?.parts.map((part) => part.type);
    expect(kept).not.toContain("data-status");
    await chat.sendMessage({ text: "And how do I install it?" });
    expect(chat.error).toBeUndefined();
  });

  test("a second turn stays in the thread, and nothing is doubled", async () => {
    const { node, open } = await setUp(release);
    const chat = await open();
    await chat.sendMessage({ text: create });
    await chat.sendMessage({ text: "And how do I revoke it?" });
    expect(chat.error).toBeUndefined();
    expect(textOfMessage(chat.lastMessage)).toContain("acme keys revoke");
    const { threads, all, standing } = await stored(node);
    expect(threads).toHaveLength(1);
    expect(all).toBe(4);
    expect(standing).toEqual(
      chat.messages.map((message) => `${message.role}: ${textOfMessage(message)}`),
    );
  });

  test("a page that reloads with its saved messages goes on in the thread", async () => {
    const { node, open } = await setUp(release);
    const chat = await open();
    await chat.sendMessage({ text: create });
    const reloaded = await open({ messages: structuredClone(chat.messages) });
    await reloaded.sendMessage({ text: "And how do I revoke it?" });
    expect(reloaded.error).toBeUndefined();
    const { threads, standing } = await stored(node);
    expect(threads).toHaveLength(1);
    expect(standing).toHaveLength(4);
  });

  test("regenerate replaces the last answer", async () => {
    const { node, open } = await setUp(release);
    const chat = await open();
    await chat.sendMessage({ text: create });
    await chat.sendMessage({ text: "How do I install Acme?" });
    await chat.regenerate();
    expect(chat.error).toBeUndefined();
    expect(chat.messages).toHaveLength(4);
    const { threads, all, standing } = await stored(node);
    expect(threads).toHaveLength(1);
    expect(all).toBe(5);
    expect(standing).toEqual(
      chat.messages.map((message) => `${message.role}: ${textOfMessage(message)}`),
    );
  });

  test("an edited message replaces itself and what came after", async () => {
    const { node, open } = await setUp(release);
    const chat = await open();
    await chat.sendMessage({ text: "How do I install Acme?" });
    await chat.sendMessage({ text: "What does it need?" });
    await chat.sendMessage({ text: create, messageId: chat.messages[0]?.id ?? "" });
    expect(chat.error).toBeUndefined();
    const { threads, standing } = await stored(node);
    expect(threads).toHaveLength(1);
    expect(standing).toEqual([`user: ${create}`, `assistant: ${textOfMessage(chat.lastMessage)}`]);
  });

  test("a refusal is shown as a sentence", async () => {
    const { transport, open } = await setUp(release);
    const chat = await open({
      transport: { ...transport, headers: { Authorization: "Bearer svc_dsc_wrong" } },
    });
    await chat.sendMessage({ text: create });
    expect(chat.status).toBe("error");
    const body = errorBody.parse(JSON.parse(chat.error?.message ?? ""));
    expect(body).toMatchObject({
      code: "unauthenticated",
      error: expect.stringMatching(/^[A-Z].*\.$/),
    });
  });

  test("a model that fails is shown as a sentence, and the chat can go on", async () => {
    const { node, open } = await setUp(release, { pieces: ["Half"], fault: new Error("quota") });
    const chat = await open();
    await chat.sendMessage({ text: create });
    expect(chat.status).toBe("error");
    expect(chat.error?.message).toMatch(/^The assistant could not finish/);
    chat.clearError();
    await chat.sendMessage({ text: "Again?" });
    expect((await stored(node)).threads).toHaveLength(1);
  });

  test("with nothing to resume a chat stays as it is and can go on", async () => {
    const { open } = await setUp(release);
    const chat = await open({ messages: [userMessage] });
    await chat.resumeStream();
    expect(chat.error).toBeUndefined();
    // Release 5.0.0 forgets to put its status back when it is told that there is nothing.
    expect(chat.status).toBe(release === "ai-5-0-0" ? "submitted" : "ready");
    expect(chat.messages).toEqual([userMessage]);
    await chat.sendMessage({ text: create });
    expect(chat.status).toBe("ready");
  });

  test("a reloaded page re-attaches in mid-answer and ends with the full text", async () => {
    const { node, open } = await setUp(release, { pieces, pauseMs: 40 });
    const chat = await open();
    const sent = chat.sendMessage({ text: create });
    await until(() => textOfMessage(chat.lastMessage).includes("piece2"));
    const messages = structuredClone(chat.messages.slice(0, 1));
    const reloaded = await open({ id: chat.id, messages });
    await reloaded.resumeStream();
    expect(reloaded.error).toBeUndefined();
    expect(reloaded.status).toBe("ready");
    expect(textOfMessage(reloaded.lastMessage)).toBe(pieces.join(""));
    expect(reloaded.messages).toHaveLength(2);
    await sent;
    expect(textOfMessage(chat.lastMessage)).toBe(pieces.join(""));
    expect((await stored(node)).all).toBe(2);
  });

  test("a named reader re-attaches by the header x-fp", async () => {
    const { transport, open } = await setUp(release, { pieces, pauseMs: 40 });
    const named = { ...transport, body: { fp: "reader-1" } };
    const chat = await open({ transport: named });
    const sent = chat.sendMessage({ text: create });
    await until(() => textOfMessage(chat.lastMessage).includes("piece2"));
    const headers = { ...transport.headers, "x-fp": "reader-1" };
    const reloaded = await open({
      id: chat.id,
      messages: structuredClone(chat.messages.slice(0, 1)),
      transport: { ...named, prepareReconnectToStreamRequest: () => ({ headers }) },
    });
    await reloaded.resumeStream();
    expect(textOfMessage(reloaded.lastMessage)).toBe(pieces.join(""));
    await sent;
  });

  test("a reader who stops keeps what was said, and the answer is stored whole", async () => {
    const { node, open } = await setUp(release, { pieces, pauseMs: 20 });
    const chat = await open();
    const sent = chat.sendMessage({ text: create });
    await until(() => textOfMessage(chat.lastMessage).includes("piece2"));
    await chat.stop();
    await sent;
    expect(chat.status).toBe("ready");
    await node.assistant.ask.runner.drain(5_000);
    expect((await stored(node)).standing[1]).toBe(`assistant: ${pieces.join("")}`);
  });

  test("an answer that is stopped at the server ends for its reader with what was said", async () => {
    const { node, transport, open } = await setUp(release, { pieces, pauseMs: 40 });
    const chat = await open();
    const sent = chat.sendMessage({ text: create });
    await until(() => textOfMessage(chat.lastMessage).includes("piece2"));
    const headers = { Authorization: `Bearer ${node.keys.assistant}` };
    await fetch(`${transport.api}/${chat.id}/stop`, { method: "POST", headers });
    await sent;
    expect(chat.error).toBeUndefined();
    expect(chat.status).toBe("ready");
    const said = textOfMessage(chat.lastMessage);
    expect(said).not.toBe(pieces.join(""));
    expect((await stored(node)).standing[1]).toBe(`assistant: ${said}`);
  });
});
