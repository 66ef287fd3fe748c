import { expect, onTestFinished, test, vi } from "vitest";
import type { AnswerEvent } from "../../../src/contract/answer-events.ts";
import { type Api, createApi } from "./api.ts";
import { createChat } from "./chat.ts";
import { conversationKey } from "./conversation-key.ts";
import { createConversationStore } from "./conversation-store.ts";
import { readConversation, writeConversation } from "./kept-conversation.ts";
import { Problem, type ProblemKind, problemOf } from "./problem.ts";
import { newTurn, type Turn, withEvent } from "./turn.ts";

const start: AnswerEvent = {
  type: "start",
  messageId: "msg_1",
  messageMetadata: { threadId: "thr_1" },
};
const said = (delta: string): AnswerEvent => ({ type: "text-delta", id: "answer", delta });
const finish: AnswerEvent = { type: "finish", messageMetadata: { threadId: "thr_1" } };

test("the events of a stream become an answer", () => {
  const events: AnswerEvent[] = [
    start,
    said("Run "),
    said("it."),
    { type: "data-outcome", id: "outcome", data: { outcome: "reserve" } },
    { type: "data-suggestions", id: "suggestions", data: ["And then?"] },
    finish,
  ];
  const turn = events.reduce(withEvent, newTurn("q1", "How?", []));
  expect(turn).toMatchObject({
    ...{ state: "done", text: "Run it.", outcome: "reserve", suggestions: ["And then?"] },
    messageId: "msg_1",
  });
});

test("an answer that fails or is stopped keeps its text", () => {
  const begun = [start, said("Half")].reduce(withEvent, newTurn("q1", "How?", []));
  expect(withEvent(begun, { type: "abort" })).toMatchObject({ state: "stopped", text: "Half" });
  const failed = withEvent(begun, { type: "error", errorText: "It was cut." });
  expect(failed).toMatchObject({ state: "failed", text: "Half", problem: { kind: "broken" } });
});

test("a conversation is kept, bounded, and survives what others wrote in its place", () => {
  const shelf = memoryShelf();
  const turns = Array.from({ length: 50 }, (_, index) => turn(`q${index}`, "x".repeat(30_000)));
  writeConversation(shelf, "k", { chatId: "c".repeat(20), threadId: "", turns, at: 1_000 });
  const kept = readConversation(shelf, "k", 2_000);
  expect(kept.turns.at(-1)?.id).toBe("q49");
  expect(shelf.getItem("k")?.length).toBeLessThan(260_000);
  expect(readConversation(shelf, "k", 9e9).turns).toEqual([]);
  for (const wrong of [
    "",
    "{",
    "null",
    "[]",
    '{"turns":1}',
    '{"chatId":"short","threadId":"","turns":[],"at":1}',
  ])
    expect(readConversation(memoryShelf({ k: wrong }), "k", 2_000).turns).toEqual([]);
  const odd = JSON.stringify({ chatId: "c".repeat(20), threadId: "", at: 1, turns: [1, {}, null] });
  expect(readConversation(memoryShelf({ k: odd }), "k", 2).turns).toEqual([]);
});

test("parts of a kept turn that cannot be drawn are left out", () => {
  const kept = {
    ...turn("q1", "Run it."),
    citations: [null, 1, { n: 1 }],
    suggestions: [null, "Next?"],
  };
  const given = { ...kept, context: [null, { type: "code" }], problem: { kind: "odd" } };
  const text = JSON.stringify({ chatId: "c".repeat(20), threadId: "", at: 1, turns: [given] });
  expect(readConversation(memoryShelf({ k: text }), "k", 2).turns).toMatchObject([
    { text: "Run it.", citations: [], suggestions: ["Next?"], context: [], problem: undefined },
  ]);
});

test("a stopped answer is stopped at the server too, and keeps its text", async () => {
  const stopped: string[] = [];
  const { chat, store } = setUp({
    ask: async () =>
      stream(
        [
          [1, start],
          [2, said("Half")],
        ],
        { isOpen: true },
      ),
    async stop(chatId) {
      stopped.push(chatId);
      return new Response();
    },
  });
  chat.ask("How?", []);
  await vi.waitFor(() => expect(store.last()?.text).toBe("Half"));
  await chat.stop();
  expect(store.last()).toMatchObject({ state: "stopped", text: "Half" });
  expect(stopped).toEqual([store.get().chatId]);
});

test.each([
  [401, {}, "key"],
  [403, { details: [{ path: "origin", message: "" }] }, "origin"],
  [403, {}, "key"],
  [400, { details: [{ path: "messages.0", message: "" }] }, "long"],
  [400, {}, "invalid"],
  [404, {}, "domain"],
  [413, {}, "long"],
  [429, {}, "rate"],
  [500, {}, "server"],
  [503, {}, "full"],
] satisfies [number, object, ProblemKind][])("status %i is told as %s", (status, body, kind) => {
  const problem = problemOf({ status, body, retryAfter: "7", now: 1_000 });
  expect([problem.kind, problem.retryAt]).toEqual([kind, 8_000]);
});

test("a stream that breaks is opened again behind the last event, and nothing is asked twice", async () => {
  const asked: string[] = [];
  const resumed: string[] = [];
  const { chat, store, ended } = setUp({
    async ask() {
      asked.push("ask");
      return stream(
        [
          [1, start],
          [2, said("One ")],
        ],
        { isBroken: true },
      );
    },
    async resume(_chatId, after) {
      resumed.push(after);
      if (resumed.length === 1) throw new Problem("unreachable", "down");
      return stream([
        [3, said("two.")],
        [4, finish],
      ]);
    },
  });
  chat.ask("How?", []);
  await ended();
  expect(store.last()).toMatchObject({ state: "done", text: "One two." });
  expect([asked, resumed]).toEqual([["ask"], ["2", "2"]]);
  expect(store.get().threadId).toBe("thr_1");
});

test("an answer that another page asked for is read from its beginning", async () => {
  const { chat, store, ended } = setUp({
    resume: async () =>
      stream([
        [1, start],
        [2, said("Whole.")],
        [3, finish],
      ]),
  });
  store.put({ ...turn("q1", "Wh"), state: "running", messageId: "msg_1" });
  chat.resume();
  chat.resume();
  await ended();
  expect(store.last()).toMatchObject({ state: "done", text: "Whole." });
});

test("a question that never arrived is not shown with the answer before it", async () => {
  const { chat, store, ended } = setUp({
    resume: async () =>
      stream([
        [1, start],
        [2, said("Old.")],
        [3, finish],
      ]),
  });
  store.put({ ...turn("q1", "Old."), messageId: "msg_1" });
  store.put({ ...turn("q2", ""), state: "running" });
  chat.resume();
  await ended();
  expect(store.last()).toMatchObject({ state: "failed", text: "", problem: { kind: "broken" } });
});

test("a conversation that the server has forgotten goes on as a new one", async () => {
  const threads: (string | null)[] = [];
  const { chat, store, ended } = setUp({
    async ask(question) {
      threads.push(question.threadId);
      if (question.threadId) throw new Problem("domain", "gone");
      return stream([
        [1, start],
        [2, finish],
      ]);
    },
  });
  store.setThread("thr_old");
  chat.ask("How?", []);
  await ended();
  expect(threads).toEqual(["thr_old", null]);
  expect(store.last()?.state).toBe("done");
});

test("readers that a site tells apart have a conversation each", () => {
  expect(conversationKey("acme", "anonymous")).toBe(conversationKey("acme", undefined));
  const [alice, bob] = ["alice@acme.com", "bob@acme.com"].map((user) =>
    conversationKey("acme", user),
  );
  expect(new Set([alice, bob, conversationKey("acme", "")]).size).toBe(3);
  expect(alice).not.toContain("alice");
});

test("another reader does not see the conversation of the one before", async () => {
  const reader = { key: "alice" };
  const { chat, store } = setUp(
    {
      ask: async () =>
        stream(
          [
            [1, start],
            [2, said("Half")],
          ],
          { isOpen: true },
        ),
    },
    () => reader.key,
  );
  chat.ask("How?", []);
  await vi.waitFor(() => expect(store.last()?.text).toBe("Half"));
  reader.key = "bob";
  chat.changeReader();
  expect(store.get()).toMatchObject({ turns: [], threadId: "" });
  reader.key = "alice";
  chat.changeReader();
  expect(store.last()?.question).toBe("How?");
});

test("questions that two tabs ask at the same moment are both kept", () => {
  const shelf = memoryShelf();
  const tab = () => createConversationStore({ key: () => "k", shelf: () => shelf, now: Date.now });
  const first = tab();
  first.put(turn("q0", "Before."));
  first.keep();
  const second = tab();
  first.put({ ...turn("q1", ""), state: "running" });
  first.keep();
  second.put({ ...turn("q2", ""), state: "running" });
  second.keep();
  for (const one of [first, second]) one.load();
  expect(first.last()?.id).toBe("q1");
  second.put({ ...turn("q2", "Far"), state: "running" });
  first.put(turn("q1", "One."));
  first.keep();
  second.load();
  expect(second.get().turns.map(({ id, text }) => [id, text])).toEqual([
    ["q0", "Before."],
    ["q2", "Far"],
    ["q1", "One."],
  ]);
});

test("a question that was asked offline is sent by the tab that asked it, once", async () => {
  const shelf = memoryShelf();
  const asked: string[] = [];
  const tab = (name: string) =>
    setUp(
      {
        async ask() {
          asked.push(name);
          if (asked.length === 1) throw new Problem("offline", "no line");
          return stream([
            [1, start],
            [2, finish],
          ]);
        },
      },
      () => "k",
      shelf,
    );
  const [first, second] = [tab("first"), tab("second")];
  first.chat.ask("How?", []);
  await first.ended();
  second.store.load();
  second.chat.online();
  first.chat.online();
  await vi.waitFor(() => expect(first.store.last()?.state).toBe("done"));
  expect(asked).toEqual(["first", "first"]);
});

test("a question that cannot get its pass can be tried again", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  onTestFinished(() => void vi.unstubAllGlobals());
  const api = createApi({
    ...{ server: "http://127.0.0.1:1", domain: "acme", user: () => "anonymous" },
    authorization: () => Promise.reject(new Error("The server restarts.")),
  });
  await expect(api.suggestions("/keys", new AbortController().signal)).rejects.toMatchObject({
    kind: "unreachable",
  });
});

function setUp(given: Partial<Api>, key = () => "k", shelf = memoryShelf()) {
  const never = () => Promise.reject(new Error("not called"));
  const api: Api = {
    ...{ ask: never, resume: never, stop: never, rate: never, search: never, suggestions: never },
    ...given,
  };
  const store = createConversationStore({ key, shelf: () => shelf, now: Date.now });
  const ended = () => vi.waitFor(() => expect(["done", "failed"]).toContain(store.last()?.state));
  const chat = createChat({
    ...{ api, store, emit: () => undefined, onProblem: () => undefined },
    page: () => ({ path: "/keys", filter: null }),
    pause: async () => undefined,
  });
  return { chat, store, ended };
}

function turn(id: string, text: string): Turn {
  return { ...newTurn(id, "How?", []), state: "done", text };
}

function memoryShelf(values: Record<string, string> = {}) {
  const map = new Map(Object.entries(values));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

function stream(
  events: [number, AnswerEvent][],
  { isBroken = false, isOpen = false } = {},
): Response {
  const text = events
    .map(([id, event]) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (!isSent) controller.enqueue(new TextEncoder().encode(text));
      else if (isOpen) return new Promise(() => undefined);
      else if (isBroken) controller.error(new TypeError("network"));
      else controller.close();
      isSent = true;
    },
  });
  return new Response(body, { headers: { "x-thread-id": "thr_1" } });
}
