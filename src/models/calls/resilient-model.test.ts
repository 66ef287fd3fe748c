import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, onTestFinished, test } from "vitest";
import { anthropicError, startFakeAnthropic } from "../../../test/fake-anthropic.ts";
import { openaiError, startFakeOpenAi } from "../../../test/fake-openai.ts";
import { type HandTimers, handTimers } from "../../../test/hand-timers.ts";
import type { FakeModelServer, ModelScript, ScriptedFault } from "../../../test/model-script.ts";
import { anthropicModel } from "../providers/anthropic.ts";
import { openaiCompatibleModel } from "../providers/openai-compatible.ts";
import { defaultLimits, type ModelLimits } from "./limits.ts";
import { ModelFault } from "./model-fault.ts";
import { resilientModel } from "./resilient-model.ts";

const key = "sk-hunter2-0123456789";
const kinds = {
  anthropic: {
    start: startFakeAnthropic,
    model: (url: string) => anthropicModel({ url, key }, "claude-sonnet-5-5"),
    error: (code: string, text: string) => anthropicError(code, text),
  },
  "openai-compatible": {
    start: startFakeOpenAi,
    model: (url: string) => openaiCompatibleModel({ url, key }, "gpt-4o"),
    error: (code: string, text: string) => openaiError(code, text),
  },
};

describe.each(["anthropic", "openai-compatible"] as const)("%s", (kind) => {
  const open = (script: ModelScript, limits?: Partial<ModelLimits>) => setUp(kind, script, limits);
  const failing = (fault: ScriptedFault) => open([{ pieces: ["Run ", "it."], fault }]);

  test("429 with retry-after is waited for, then the reply comes whole", async () => {
    const { ask, server, timers } = await open([
      { fault: { status: 429, headers: { "retry-after": "7" } } },
      { fault: { status: 429, headers: { "retry-after": "Tue, 01 Jan 2030 12:00:20 GMT" } } },
      { pieces: ["Run ", "it."] },
    ]);
    expect(await ask()).toEqual({ text: "Run it.", fault: undefined });
    expect(server.requests).toHaveLength(3);
    expect(timers.pauses).toEqual([7_000, 20_000]);
  });

  test("a server that asks for more than 30 seconds is not waited for", async () => {
    const { ask, server, timers } = await failing({
      status: 429,
      headers: { "retry-after": "31" },
    });
    const { fault } = await ask();
    expect(fault).toMatchObject({ kind: "rate_limited", retryAfterMs: 31_000 });
    expect([server.requests.length, timers.pauses]).toEqual([1, []]);
  });

  test.each([529, 500, 502, 503])(
    "status %i is tried three times more, later each time",
    async (status) => {
      const { ask, server, timers } = await failing({ status });
      const { text, fault } = await ask();
      expect(fault).toMatchObject({ kind: "overloaded", beforeFirstToken: true });
      expect(fault?.message).toContain(String(status));
      expect(text).toBe("");
      expect(server.requests).toHaveLength(4);
      expect(timers.pauses).toEqual([500, 1_000, 2_000]);
    },
  );

  test.each<[ScriptedFault, string]>([
    ["reset", "cut"],
    ["reset-after-headers", "cut"],
  ])("%j is tried again", async (fault, expected) => {
    const { ask, server } = await open([{ fault }, { pieces: ["Run it."] }]);
    expect(await ask()).toEqual({ text: "Run it.", fault: undefined });
    expect(server.requests).toHaveLength(2);
    const broken = await failing(fault);
    expect((await broken.ask()).fault).toMatchObject({ kind: expected, beforeFirstToken: true });
    expect(broken.server.requests).toHaveLength(4);
  });

  test("a server that is not there is unreachable", async () => {
    const { ask, server, timers } = await open([{}]);
    await server.close();
    const { fault } = await ask();
    expect(fault).toMatchObject({ kind: "unreachable", beforeFirstToken: true });
    expect(fault?.message).toContain("ECONNREFUSED");
    expect(timers.pauses).toHaveLength(3);
  });

  test.each<ScriptedFault>(["reset-after-pieces", "ends-early"])(
    "%s is a fault after the first token, and is not tried again",
    async (fault) => {
      const { ask, server, timers } = await failing(fault);
      const said = await ask();
      expect(said.text).toBe("Run it.");
      expect(said.fault).toMatchObject({ kind: "cut", beforeFirstToken: false });
      expect(said.fault?.usage?.inputTokens).toBeGreaterThan(0);
      expect(said.fault?.usage?.outputTokens).toBeGreaterThan(0);
      expect([server.requests.length, timers.pauses]).toEqual([1, []]);
    },
  );

  test.each<ScriptedFault>(["silent", "silent-after-headers"])(
    "without a first token (%s) the request is ended and tried again",
    async (fault) => {
      const { ask, server, timers } = await open([{ fault }, { pieces: ["Run it."] }]);
      const asked = ask();
      await expect.poll(() => server.requests.length).toBe(1);
      timers.ring(defaultLimits.firstTokenMs);
      expect(await asked).toEqual({ text: "Run it.", fault: undefined });
      await expect.poll(() => server.open()).toBe(0);
      expect(timers.pauses).toEqual([500]);
    },
  );

  test("silence after the first token ends the reply", async () => {
    const { ask, server, timers } = await failing("silent-after-pieces");
    const asked = ask();
    await expect.poll(() => timers.set()).toContain(defaultLimits.silenceMs);
    expect(timers.set()).not.toContain(defaultLimits.firstTokenMs);
    timers.ring(defaultLimits.silenceMs);
    expect((await asked).fault).toMatchObject({ kind: "timeout", beforeFirstToken: false });
    await expect.poll(() => server.open()).toBe(0);
    expect(server.requests).toHaveLength(1);
  });

  test("a reply that takes longer than the total time is ended", async () => {
    const { ask, server, timers } = await failing("silent-after-pieces");
    const asked = ask();
    await expect.poll(() => timers.set()).toContain(defaultLimits.silenceMs);
    timers.ring(defaultLimits.totalMs);
    expect((await asked).fault).toMatchObject({ kind: "timeout", beforeFirstToken: false });
    await expect.poll(() => server.open()).toBe(0);
    expect(timers.set()).toEqual([]);
  });

  test("the total time also ends a call that has not begun, without another attempt", async () => {
    const { ask, server, timers } = await failing("silent");
    const asked = ask();
    await expect.poll(() => server.requests.length).toBe(1);
    timers.ring(defaultLimits.totalMs);
    expect((await asked).fault).toMatchObject({ kind: "timeout", beforeFirstToken: true });
    expect(server.requests).toHaveLength(1);
    expect(timers.set()).toEqual([]);
  });

  test("an endless reply is ended", async () => {
    const script: ModelScript = [{ pieces: ["word ".repeat(50)], fault: "endless" }];
    const { ask, server } = await open(script, { maxOutputTokens: 100 });
    const { text, fault } = await ask();
    expect(fault).toMatchObject({ kind: "too_long", beforeFirstToken: false });
    expect(text.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThanOrEqual(1_000);
    await expect.poll(() => server.open()).toBe(0);
  });

  test("a reply with more calls of tools than any has use for is ended", async () => {
    const calls = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ id: `call_${n}`, name: "look", input: {} }));
    const many = await open([{ pieces: ["Run it."], calls: calls(129) }]);
    expect(await many.ask()).toMatchObject({ text: "Run it.", fault: { kind: "too_long" } });
    const enough = await open([{ pieces: ["Run it."], calls: calls(128) }]);
    expect(await enough.ask()).toEqual({ text: "Run it.", fault: undefined });
  });

  test("what a tool is called with counts, once, as much as what is said", async () => {
    const calling = (length: number) => [
      { pieces: ["Run it."], calls: [{ name: "look", input: { path: "x".repeat(length) } }] },
    ];
    const long = await open(calling(1_000), { maxOutputTokens: 100 });
    expect(await long.ask()).toMatchObject({ fault: { kind: "too_long" } });
    const short = await open(calling(900), { maxOutputTokens: 100 });
    expect(await short.ask()).toEqual({ text: "Run it.", fault: undefined });
  });

  test("an event that has no end is not waited for", async () => {
    const event = `data: {"x":"${"x".repeat(5_000_000)}`;
    const { ask, server } = await failing({ event });
    const { text, fault } = await ask();
    expect([text, fault?.kind]).toEqual(["Run it.", "too_long"]);
    await expect.poll(() => server.open()).toBe(0);
  });

  test.each(["data: {no json\n\n", 'data: {"type":"unheard_of"}\n\n'])(
    "what is not of the protocol is a bad reply: %j",
    async (event) => {
      const late = await failing({ event });
      expect((await late.ask()).fault).toMatchObject({ kind: "bad_reply" });
      const early = await open([{ fault: { event } }]);
      expect((await early.ask()).fault).toMatchObject({ kind: "bad_reply" });
      expect([late.server.requests.length, early.server.requests.length]).toEqual([1, 1]);
    },
  );

  test.each([401, 403])(
    "status %i is not tried again, and tells nothing of the key",
    async (status) => {
      const body = kinds[kind].error("authentication_error", `invalid key ${key.slice(0, 10)}`);
      const { ask, server } = await failing({ status, body });
      const { fault } = await ask();
      expect(fault).toMatchObject({ kind: "unauthorised", status, beforeFirstToken: true });
      expect(fault?.message).toContain("invalid key [redacted]");
      expect(inFull(fault)).not.toContain("hunter2");
      expect(server.requests).toHaveLength(1);
    },
  );

  test("an error tells what the server says, without the key and without the question", async () => {
    const told = await failing({
      status: 404,
      body: kinds[kind].error("not_found_error", `model: unknown, key ${key}`),
    });
    const { fault } = await told.ask();
    expect(fault).toMatchObject({ kind: "bad_reply" });
    expect(fault?.message).toContain("model: unknown, key [redacted]");
    expect(inFull(fault)).not.toContain("hunter2");
    const text = `cannot read: ${question}`;
    const body = kinds[kind].error("invalid_request_error", text);
    const { ask } = await failing({ status: 400, body });
    expect(inFull((await ask()).fault)).not.toContain("printer");
  });

  test("a prompt that is too long is known as such", async () => {
    const body = kinds[kind].error("context_length_exceeded", "prompt is too long: 9 > 8");
    const { ask, server } = await failing({ status: 400, body });
    expect((await ask()).fault).toMatchObject({ kind: "too_long" });
    expect(server.requests).toHaveLength(1);
  });

  test("an abort ends the request and the call, with the abort's reason", async () => {
    const { stream, server, timers } = await failing("silent-after-pieces");
    const stop = new AbortController();
    const reason = new Error("stop now");
    const { stream: parts } = await stream(stop.signal);
    const read = readAll(parts);
    stop.abort(reason);
    await expect(read).rejects.toBe(reason);
    await expect.poll(() => server.open()).toBe(0);
    expect(timers.set()).toEqual([]);
    await expect(stream(stop.signal)).rejects.toBe(reason);
  });

  test("a reader that stops reading ends the request", async () => {
    const { stream, server, timers } = await failing("silent-after-pieces");
    const { stream: parts } = await stream();
    await parts.cancel();
    await expect.poll(() => server.open()).toBe(0);
    expect(timers.set()).toEqual([]);
  });
});

test("an account without money is not asked again and again", async () => {
  const body = openaiError("insufficient_quota", "You exceeded your quota", "insufficient_quota");
  const openai = await setUp("openai-compatible", [{ fault: { status: 429, body } }]);
  expect((await openai.ask()).fault).toMatchObject({ kind: "rate_limited" });
  const spent = { ...anthropicError("rate_limit_error", "spend limit") };
  const error = { ...spent.error, details: { error_code: "enforced_spend_limit_reached" } };
  const anthropic = await setUp("anthropic", [
    { fault: { status: 429, body: { ...spent, error } } },
  ]);
  expect((await anthropic.ask()).fault).toMatchObject({ kind: "rate_limited" });
  expect([openai.server.requests.length, anthropic.server.requests.length]).toEqual([1, 1]);
});

test("an error in Anthropic's stream is tried again before the first token only", async () => {
  const event = anthropicError("overloaded_error", "Overloaded");
  const early = await setUp("anthropic", [{ fault: { event } }, { pieces: ["Run it."] }]);
  expect(await early.ask()).toEqual({ text: "Run it.", fault: undefined });
  expect(early.server.requests).toHaveLength(2);
  const late = await setUp("anthropic", [{ pieces: ["Run "], fault: { event } }]);
  expect(await late.ask()).toMatchObject({ text: "Run ", fault: { kind: "overloaded" } });
  expect(late.server.requests).toHaveLength(1);
});

const question = "Why is my printer on fire again?";

async function setUp(
  kind: keyof typeof kinds,
  script: ModelScript,
  limits: Partial<ModelLimits> = {},
) {
  const server: FakeModelServer = await kinds[kind].start(script);
  onTestFinished(server.close);
  const timers: HandTimers = handTimers();
  const model = resilientModel(
    kinds[kind].model(server.url),
    { ...defaultLimits, ...limits },
    { timers, secrets: [key] },
  );
  const stream = async (abortSignal?: AbortSignal) =>
    model.doStream({
      prompt: [{ role: "user", content: [{ type: "text", text: question }] }],
      ...(abortSignal && { abortSignal }),
    });
  const ask = async () => {
    try {
      return await readAll((await stream()).stream);
    } catch (error) {
      if (error instanceof ModelFault) return { text: "", fault: error };
      throw error;
    }
  };
  return { server, timers, stream, ask };
}

type Said = { text: string; fault: ModelFault | undefined };

/** A fault is the last part, and nothing else than a fault is ever an error. */
async function readAll(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<Said> {
  const said: Said = { text: "", fault: undefined };
  for await (const part of stream) {
    expect(said.fault).toBeUndefined();
    if (part.type === "text-delta") said.text += part.delta;
    if (part.type !== "error") continue;
    expect(part.error).toBeInstanceOf(ModelFault);
    if (part.error instanceof ModelFault) said.fault = part.error;
  }
  return said;
}

function inFull(error: unknown): string {
  const { message, stack, cause } = Object(error);
  return [message, stack, String(cause), JSON.stringify(error)].join("\n");
}

const word: LanguageModelV4StreamPart = { type: "text-delta", id: "1", delta: "Run" };
const ping: LanguageModelV4StreamPart = { type: "ping" };
const { firstTokenMs, silenceMs } = defaultLimits;

test("pings are signs of life after the first token only, and are not handed out", async () => {
  const { stream, push, timers } = openModel();
  push(ping);
  const opened = stream();
  await expect.poll(() => timers.set()).toContain(firstTokenMs);
  expect(timers.set()).not.toContain(silenceMs);
  push(word);
  const reader = (await opened).stream.getReader();
  expect(await reader.read()).toEqual({ done: false, value: word });
  const next = reader.read();
  push(ping);
  push({ ...word, delta: " it." });
  expect((await next).value).toMatchObject({ delta: " it." });
  expect(timers.set().filter((milliseconds) => milliseconds === silenceMs)).toHaveLength(1);
  await reader.cancel();
});

test("a stream that just ends is cut, also before its first token", async () => {
  const late = openModel();
  late.push(word);
  late.end();
  const parts = await Array.fromAsync((await late.stream()).stream);
  expect(parts).toMatchObject([word, { error: { kind: "cut", beforeFirstToken: false } }]);
  const early = openModel();
  early.end();
  await expect(early.stream()).rejects.toMatchObject({ kind: "cut", beforeFirstToken: true });
  expect(early.timers.pauses).toHaveLength(3);
});

test("a model that does not heed its signal is left behind", async () => {
  const silent = openModel();
  const asked = silent.stream();
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await expect.poll(() => silent.asked()).toBe(attempt + 1);
    silent.timers.ring(firstTokenMs);
  }
  await expect(asked).rejects.toMatchObject({ kind: "timeout" });
  const stop = new AbortController();
  const aborted = openModel().stream(stop.signal);
  stop.abort("enough");
  await expect(aborted).rejects.toBe("enough");
});

/** A model whose parts the test sends by hand, and which knows nothing of aborts. */
function openModel() {
  const waiting: LanguageModelV4StreamPart[] = [];
  let ended = false;
  let asked = 0;
  let wake: () => void = () => undefined;
  async function* parts() {
    for (;;) {
      const part = waiting.shift();
      if (part) yield part;
      else if (ended) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "test",
    modelId: "test",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("not used")),
    async doStream() {
      asked += 1;
      return { stream: ReadableStream.from(parts()) };
    },
  };
  const timers = handTimers();
  const resilient = resilientModel(model, defaultLimits, { timers });
  const stream = async (abortSignal?: AbortSignal) =>
    resilient.doStream({ prompt: [], ...(abortSignal && { abortSignal }) });
  return {
    timers,
    stream,
    asked: () => asked,
    push(part: LanguageModelV4StreamPart) {
      waiting.push(part);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
  };
}
