import { describe, expect, test } from "vitest";
import { answerEvent } from "../src/contract/answer-events.ts";
import { textOf, type WireEvent } from "./harness.ts";
import {
  createWiredNode,
  modelIds,
  modelKey,
  until,
  type WiredKind,
  type WiredNode,
  type WiredOptions,
  wiredKinds,
} from "./model-node.ts";
import type { ModelScript, ScriptedReply } from "./model-script.ts";

const create = "How do I create a key?";
const said = "Run `acme keys create` to make a key [1].";
const good: ScriptedReply = {
  pieces: ["Run `acme keys ", "create` to make ", "a key [1]."],
  usage: { input: 100, output: 20 },
};
const outOfReach = /^The language model cannot be reached.*\n\n.*acme keys create/s;
const brokenOff = /^The language model broke off/;

describe.each(wiredKinds)("%s", (kind) => {
  test("an answer streams, is verified and recorded, and its call is written down with its cost", async () => {
    const { wired, events } = await asked(kind, [good]);
    expect(textOf(events)).toBe(said);
    expect(events.at(-1)?.type).toBe("finish");
    for (const event of events) expect(answerEvent.safeParse(bare(event)).error).toBeUndefined();
    expect(await wired.answers()).toMatchObject([
      { state: "answered", text: said, model: modelIds[kind], error: "" },
    ]);
    const [used] = await wired.usage();
    const [answer] = await wired.answers();
    expect(used).toMatchObject({ inputTokens: 100, outputTokens: 20, answerId: answer?.id });
    expect(used?.costMicros).toBeGreaterThan(0);
    expect(used?.keyId).not.toBe("");
  });

  test("the prompt numbers the passages as user text, and the instructions hold nothing of the docs", async () => {
    const { wired } = await asked(kind, [good]);
    const body = wired.server.requests[0]?.body ?? {};
    const { system, rest } = splitPrompt(kind, body);
    expect(system).toContain("numbered passages");
    expect(system).not.toContain("acme");
    expect(rest).toContain(JSON.stringify('"number":1').slice(1, -1));
    expect(rest).toContain("acme keys create");
    expect(rest).toContain(create);
    expect(body.tools).toHaveLength(4);
    expect(JSON.stringify(body).includes('"cache_control"')).toBe(kind === "anthropic");
  });

  test("a rate limit is waited for as long as the server asks, and the reader sees one answer", async () => {
    const limited = { fault: { status: 429, headers: { "retry-after": "7" } } };
    const { wired, events } = await asked(kind, [limited, good]);
    expect(wired.server.requests).toHaveLength(2);
    expect(wired.timers.pauses).toEqual([7_000]);
    expect(textOf(events)).toBe(said);
    expect(endings(events)).toEqual(["finish"]);
    expect(await wired.usage()).toHaveLength(1);
  });

  test.each([
    ["an overloaded server", { fault: { status: 529 } }, 4],
    ["a server's own fault", { fault: { status: 500 } }, 4],
    ["a connection that breaks at once", { fault: "reset" }, 4],
    ["a stream that breaks before its first token", { fault: "reset-after-headers" }, 4],
    ["a request that is not accepted", { fault: { status: 400 } }, 1],
    ["a rate limit that lasts longer than readers wait", tooLong(), 1],
  ] satisfies [string, ScriptedReply, number][])(
    "%s is given up in the end, and the docs speak for themselves",
    async (_, reply, requests) => {
      const { wired, events } = await asked(kind, [reply]);
      expect(wired.server.requests).toHaveLength(requests);
      await expectStandIn(wired, events);
    },
  );

  test("a server that nobody runs is replaced too", async () => {
    const gone = await createWiredNode(kind, [good]);
    await gone.server.close();
    const events = await gone.ask(create);
    await expectStandIn(gone, events);
    expect(gone.timers.pauses).toHaveLength(3);
  });

  test("a wrong key is replaced without asking again, and the key is in no line, event or row", async () => {
    const body = { error: { type: "authentication_error", message: `bad key ${modelKey}` } };
    const { wired, events } = await asked(kind, [{ fault: { status: 401, body } }]);
    expect(wired.server.requests).toHaveLength(1);
    await expectStandIn(wired, events);
    const { db } = wired.node;
    const rows = await Promise.all(
      (["answers", "answerEvents", "messages", "usage"] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(wired.lines.join("")).toContain("unauthorised");
    expect(JSON.stringify([events, rows, wired.lines])).not.toContain("hunter2");
  });

  test("a stream that breaks before its first token is asked for again", async () => {
    const { wired, events } = await asked(kind, [{ fault: "reset-after-headers" }, good]);
    expect(wired.server.requests).toHaveLength(2);
    expect(textOf(events)).toBe(said);
  });

  test.each([
    ["breaks", "reset-after-pieces"],
    ["ends too early", "ends-early"],
  ] as const)(
    "a stream that %s after some tokens keeps what was said, and ends with one error",
    async (_, fault) => {
      const { wired, events } = await asked(kind, [{ ...good, fault }, good]);
      expect(wired.server.requests).toHaveLength(1);
      await expectCut(wired, events);
      expect(textOf(events)).toContain("acme keys create");
      expect(await wired.usage()).toMatchObject([{ model: modelIds[kind] }]);
    },
  );

  test("a server that falls silent after some tokens is left, and what was said stays", async () => {
    const { wired, events } = await timedOut(kind, "silent-after-pieces", 60_000);
    await expectCut(wired, events);
    expect(wired.server.requests).toHaveLength(1);
  });

  test("a server that gives no first token is left, and replaced", async () => {
    const { wired, events } = await timedOut(kind, "silent-after-headers", 30_000);
    await expectStandIn(wired, events);
    await until(() => wired.server.open() === 0);
  });

  test("an endless stream is ended", async () => {
    const endless: ScriptedReply = { pieces: ["Run it once more. "], fault: "endless" };
    const { wired, events } = await asked(kind, [endless], { limits: { maxOutputTokens: 256 } });
    await expectCut(wired, events, /^This answer became longer/);
    expect(textOf(events).length).toBeLessThan(256 * 10 + 100);
    await until(() => wired.server.open() === 0);
  });

  test("a refusal is said plainly, and no reason to quote the docs", async () => {
    const reply = kind === "anthropic" ? { stop: "refusal" } : { refusal: "I cannot help." };
    const { wired, events } = await asked(kind, [{ ...reply, usage: { input: 9, output: 4 } }]);
    expect(textOf(events)).toBe("The language model declined to answer this question.");
    expect(endings(events)).toEqual(["finish"]);
    expect(events.some((event) => event.type === "data-suggestions")).toBe(false);
    expect(await wired.answers()).toMatchObject([{ state: "refused", citations: [], error: "" }]);
    expect(await wired.usage()).toMatchObject([{ inputTokens: 9, outputTokens: 4 }]);
  });

  test("an error within the stream, after some tokens, reaches the reader as our sentence", async () => {
    const event = { type: "error", error: { type: "overloaded_error", message: "hidden words" } };
    const { wired, events } = await asked(kind, [{ ...good, fault: { event } }]);
    await expectCut(wired, events);
    expect(JSON.stringify(events)).not.toContain("hidden words");
  });

  test.each([
    ["no protocol", { fault: { event: "data: {nonsense\n\n" } }],
    ["an empty reply", { pieces: [] }],
    ["a blank reply", { pieces: ["\n", " "] }],
  ] satisfies [string, ScriptedReply][])("%s is replaced", async (_, reply) => {
    const { wired, events } = await asked(kind, [reply]);
    await expectStandIn(wired, events);
  });
});

function tooLong(): ScriptedReply {
  return { fault: { status: 429, headers: { "retry-after": "3600" } } };
}

async function asked(kind: WiredKind, script: ModelScript, options: WiredOptions = {}) {
  const wired = await createWiredNode(kind, script, options);
  return { wired, events: await wired.ask(create) };
}

/** Rings the time limit that the silent server runs into. */
async function timedOut(
  kind: WiredKind,
  fault: "silent-after-pieces" | "silent-after-headers",
  limitMs: number,
) {
  const wired = await createWiredNode(kind, [{ ...good, fault }], { limits: { retries: 0 } });
  const ended = wired.ask(create);
  await until(() => wired.server.requests.length === 1 && wired.timers.set().includes(limitMs));
  wired.timers.ring(limitMs);
  return { wired, events: await ended };
}

async function expectStandIn(wired: WiredNode, events: WireEvent[]): Promise<void> {
  expect(textOf(events)).toMatch(outOfReach);
  expect(textOf(events)).toContain("[1]");
  expect(endings(events)).toEqual(["finish"]);
  const citations = events.find((event) => event.type === "data-citations");
  const first = expect.objectContaining({ n: 1, path: "keys.md", supported: true });
  expect(citations).toMatchObject({ data: expect.arrayContaining([first]) });
  expect(await wired.answers()).toMatchObject([
    { state: "answered", model: "docent-embedded-1", error: "", text: textOf(events) },
  ]);
}

async function expectCut(wired: WiredNode, events: WireEvent[], why = brokenOff): Promise<void> {
  expect(endings(events)).toEqual(["error"]);
  expect(events.at(-1)).toEqual({ type: "error", errorText: expect.stringMatching(why) });
  expect(textOf(events)).not.toBe("");
  expect(events.some((event) => event.type === "data-suggestions")).toBe(false);
  expect(await wired.answers()).toMatchObject([
    { state: "cut", text: textOf(events), error: expect.stringMatching(why) },
  ]);
}

function endings(events: WireEvent[]): string[] {
  const last = new Set(["finish", "error", "abort"]);
  return events.map((event) => event.type).filter((type) => last.has(type));
}

/** The contract's own field on the last event of a client without `trigger`. */
function bare({ threadId, ...event }: WireEvent): unknown {
  return event;
}

function splitPrompt(kind: WiredKind, body: Record<string, unknown>) {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  if (kind === "anthropic")
    return { system: JSON.stringify(body.system), rest: JSON.stringify(messages) };
  const ofSystem = messages.filter((message) => message.role === "system");
  const others = messages.filter((message) => message.role !== "system");
  return { system: JSON.stringify(ofSystem), rest: JSON.stringify(others) };
}
