import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { handTimers } from "../../../test/hand-timers.ts";
import { defaultLimits } from "./limits.ts";
import { resilientModel } from "./resilient-model.ts";

const text: LanguageModelV4StreamPart = { type: "text-delta", id: "1", delta: "Run" };
const ping: LanguageModelV4StreamPart = { type: "ping" };
const { firstTokenMs, silenceMs } = defaultLimits;

test("pings are signs of life after the first token only, and are not handed out", async () => {
  const { stream, push, timers } = openModel();
  push(ping);
  const opened = stream();
  await expect.poll(() => timers.set()).toContain(firstTokenMs);
  expect(timers.set()).not.toContain(silenceMs);
  push(text);
  const reader = (await opened).stream.getReader();
  expect(await reader.read()).toEqual({ done: false, value: text });
  const next = reader.read();
  push(ping);
  push({ ...text, delta: " it." });
  expect((await next).value).toMatchObject({ delta: " it." });
  expect(timers.set().filter((milliseconds) => milliseconds === silenceMs)).toHaveLength(1);
  await reader.cancel();
});

test("a stream that just ends is cut, also before its first token", async () => {
  const late = openModel();
  late.push(text);
  late.end();
  const parts = await Array.fromAsync((await late.stream()).stream);
  expect(parts).toMatchObject([text, { error: { kind: "cut", beforeFirstToken: false } }]);
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
  const steady = resilientModel(model, defaultLimits, { timers });
  const stream = async (abortSignal?: AbortSignal) =>
    steady.doStream({ prompt: [], ...(abortSignal && { abortSignal }) });
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
