import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { stopAnswer } from "../src/assistant/ask/stop-answer.ts";
import { systemClock } from "../src/lib/clock.ts";
import { createWake } from "../src/lib/wake.ts";
import { eventsAfter } from "../src/store/answers/answers.ts";
import { claimChat } from "../src/store/answers/threads.ts";
import {
  createTestNode,
  question,
  readEvents,
  type StoreKind,
  storeKinds,
  type TestNode,
  textOf,
} from "./harness.ts";
import { scriptedModel } from "./scripted-model.ts";
import { addTestAnswer } from "./store-rows.ts";

const chatId = "chat-0123456789abcdef";
const pieces = Array.from({ length: 2_000 }, (_, index) => `piece${index} `);

function endlessNode(store: StoreKind = "sqlite"): Promise<TestNode> {
  return createTestNode({ store, model: scriptedModel({ pieces, pauseMs: 20 }) });
}

function ask(node: TestNode, more = {}): Promise<Response> {
  const body = question("How do I create a key?", { id: chatId, trigger: "submit-message" });
  return node.ask({ ...body, ...more });
}

type Stop = { id?: string; headers?: Record<string, string>; body?: string; via?: TestNode };

function stop(node: TestNode, { id = chatId, headers = {}, body, via = node }: Stop = {}) {
  const path = `/discovery/v2/assistant/acme/message/${encodeURIComponent(id)}/stop`;
  return via.request(path, {
    method: "POST",
    headers: { authorization: `Bearer ${node.keys.assistant}`, ...headers },
    ...(body !== undefined && { body }),
  });
}

async function untilText(response: Response, wanted: string): Promise<() => Promise<string>> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("the response has no body");
  let seen = "";
  while (!seen.includes(wanted)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the stream ended early: ${seen}`);
    seen += value;
  }
  return async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return seen;
      seen += value;
    }
  };
}

function answers(node: TestNode) {
  return node.db.selectFrom("answers").selectAll().orderBy("createdAt").execute();
}

describe.each(storeKinds)("on %s", (store) => {
  test("readers get the text so far and abort, and the record says who stopped it", async () => {
    const node = await endlessNode(store);
    const first = await untilText(await ask(node), "piece3");
    const second = await node.request(`/discovery/v2/assistant/acme/message/${chatId}/stream`, {
      headers: { authorization: `Bearer ${node.keys.assistant}` },
    });
    expect(await (await stop(node)).json()).toEqual({ stopped: true });
    const events = await readEvents(second);
    expect(events.at(-1)).toEqual({ type: "abort" });
    expect((await first()).endsWith('data: {"type":"abort"}\n\ndata: [DONE]\n\n')).toBe(true);
    expect(await answers(node)).toMatchObject([
      { state: "cut", error: "stopped by the reader", text: textOf(events) },
    ]);
    expect(textOf(events)).toContain("piece3");
    expect(node.assistant.ask.runner.running()).toBe(0);
    const messages = await node.db.selectFrom("messages").select(["role", "text"]).execute();
    expect(messages).toContainEqual({ role: "assistant", text: textOf(events) });
  });

  test("an answer is stopped from another node than the one that writes it", async () => {
    const node = await endlessNode(store);
    const other = await createTestNode({ db: node.db, domain: "other" });
    const read = await untilText(await ask(node), "piece3");
    expect(await (await stop(node, { via: other })).json()).toEqual({ stopped: true });
    expect(await read()).toContain('{"type":"abort"}');
    expect(await answers(node)).toMatchObject([{ state: "cut", error: "stopped by the reader" }]);
    await node.assistant.ask.runner.drain(5_000);
    expect((await answers(node)).map(({ model }) => model)).not.toEqual([""]);
  });

  test("an answer whose writer does not react is closed all the same", async () => {
    const node = await createTestNode({ store });
    const { db, project } = node;
    const { answerId, threadId } = await addTestAnswer(db, project.id, { chatId });
    const chat = { projectId: project.id, chatId, fp: "anonymous" };
    await db.transaction().execute((trx) => claimChat(trx, { ...chat, threadId }));
    const deps = { db, clock: systemClock, wake: createWake() };
    expect(await stopAnswer(deps, { kind: "operator" }, chat)).toBe(true);
    const events = await eventsAfter(db, answerId, 0);
    expect(events.map(({ event }) => event.type)).toEqual(["start", "abort"]);
    expect(await answers(node)).toMatchObject([{ state: "cut", error: "stopped by the reader" }]);
  });
});

test("the next question of the thread has the text so far in its history", async () => {
  const calls: LanguageModelV4CallOptions[] = [];
  const scripted = scriptedModel({ pieces, pauseMs: 20 });
  const model: LanguageModelV4 = {
    ...scripted,
    doStream(options) {
      calls.push(options);
      return scripted.doStream(options);
    },
  };
  const node = await createTestNode({ model });
  const read = await untilText(await ask(node), "piece3");
  await stop(node);
  await read();
  const next = await untilText(await ask(node, question("And how do I revoke it?")), "piece1");
  await stop(node);
  await next();
  const [first, second] = await answers(node);
  expect(second?.threadId).toBe(first?.threadId);
  expect(JSON.stringify(calls.at(-1)?.prompt)).toContain(JSON.stringify(first?.text).slice(1, -1));
});

test("where nothing runs any more, nothing is stopped", async () => {
  const node = await createTestNode();
  await (await ask(node)).text();
  for (const body of [undefined, "", "{}", "rubbish"]) {
    const headers = { "content-type": "application/json" };
    const response = await stop(node, { headers, ...(body !== undefined && { body }) });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ stopped: false });
  }
  expect(await answers(node)).toMatchObject([{ error: "", stopRequestedAt: null }]);
});

test("who cannot resume a chat cannot stop it", async () => {
  const node = await endlessNode();
  const running = await ask(node, { fp: "reader-one" });
  const short = await ask(node, { id: "docs" });
  const shared = "chat-that-two-readers-have";
  const both = await Promise.all(["a", "b"].map((fp) => ask(node, { id: shared, fp })));
  const refused: Stop[] = [
    {},
    { headers: { "x-fp": "reader-two" } },
    { id: "docs" },
    { id: shared, headers: { "x-fp": "a" } },
    { id: "chat-that-is-not-there" },
  ];
  for (const one of refused) expect((await stop(node, one)).status).toBe(204);
  expect((await answers(node)).map(({ state }) => state)).toEqual(Array(4).fill("streaming"));
  expect(await (await stop(node, { headers: { "x-fp": "reader-one" } })).json()).toEqual({
    stopped: true,
  });
  await Promise.all([running, short, ...both].map((response) => response.body?.cancel()));
});

test("stopping twice at once stops once, and one abort ends the log", async () => {
  const node = await endlessNode();
  const read = await untilText(await ask(node), "piece1");
  await Promise.all([stop(node), stop(node), stop(node)]);
  expect((await read()).match(/"abort"/g)).toHaveLength(1);
});

test("every answer that a chat has running is stopped", async () => {
  const node = await endlessNode();
  const running = [await ask(node), await ask(node, question("How do I revoke a key?"))];
  expect(await (await stop(node)).json()).toEqual({ stopped: true });
  for (const response of running)
    expect((await readEvents(response)).at(-1)).toEqual({ type: "abort" });
});
