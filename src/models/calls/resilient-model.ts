import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import { untilAborted } from "../../lib/until-aborted.ts";
import { collectReply } from "./collect-reply.ts";
import { faultOf } from "./fault-of.ts";
import { type ModelLimits, systemTimers, type Timers } from "./limits.ts";
import { ModelFault } from "./model-fault.ts";
import { readRuns } from "./read-runs.ts";
import { modelUsage, type TokenUsage } from "./token-usage.ts";

type Part = LanguageModelV4StreamPart;

/** What all attempts of a call have in common. */
type Call = {
  model: LanguageModelV4;
  limits: ModelLimits;
  timers: Timers;
  secrets: string[];
  options: LanguageModelV4CallOptions;
  /** Aborted by the caller, or when the total time is over. */
  signal: AbortSignal;
  /** There was a first token. */
  hasBegun: boolean;
  /** How long text is gathered before it is handed on. */
  gatherMs(): number;
  close(): void;
};

const gatherMsPerCall = 0.4;
const shortestGatherMs = 40;
const longestGatherMs = 200;
const firstPauseMs = 1_000;
const mostEarlyParts = 1_000;
const preliminary: ReadonlySet<Part["type"]> = new Set([
  "stream-start",
  "response-metadata",
  "custom",
  "raw",
  "ping",
  "text-start",
]);
// Tokens of long texts have four characters on average, and never ten.
const charactersPerToken = 10;
/** Far more than a model has use for in one reply. */
const mostCalls = 128;

/**
 * A model that fails in known ways only: with a `ModelFault`, or with the reason of the caller's abort. It asks again by
 * itself, but never after the first token, so whoever calls it must not (`maxRetries: 0`). A fault after the first
 * token is an error part, and the last one. Replies are always streamed, also for `doGenerate`, so all limits hold for both.
 */
export function resilientModel(
  model: LanguageModelV4,
  limits: ModelLimits,
  { timers = systemTimers, secrets = [] }: { timers?: Timers; secrets?: string[] } = {},
): LanguageModelV4 {
  const calls = new Set<Call>();
  const ask = (given: LanguageModelV4CallOptions) => {
    const asked = given.maxOutputTokens ?? limits.maxOutputTokens;
    const maxOutputTokens = Math.min(asked, limits.maxOutputTokens);
    const options = { ...given, maxOutputTokens };
    const own = { ...limits, maxOutputTokens };
    return askUntilBegun(openCall({ model, limits: own, timers, secrets, options }, calls));
  };
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doStream: ask,
    doGenerate: async (options) => collectReply(await ask(options)),
  };
}

/** `calls` are those that are under way. */
function openCall(
  given: Pick<Call, "model" | "limits" | "timers" | "secrets" | "options">,
  calls: Set<Call>,
): Call {
  const { timers, options } = given;
  const { totalMs } = given.limits;
  const late = new AbortController();
  const signals = options.abortSignal ? [options.abortSignal, late.signal] : [late.signal];
  const cancel = timers.alarm(totalMs, () =>
    late.abort(timeout("did not finish", totalMs, !call.hasBegun)),
  );
  const call: Call = {
    ...given,
    signal: AbortSignal.any(signals),
    hasBegun: false,
    gatherMs: () => gatherMs(calls.size),
    close() {
      cancel();
      calls.delete(call);
    },
  };
  calls.add(call);
  return call;
}

/** Shorter than an eye notices, and longer while there are many. */
function gatherMs(calls: number): number {
  return Math.min(Math.max(calls * gatherMsPerCall, shortestGatherMs), longestGatherMs);
}

function timeout(what: string, milliseconds: number, beforeFirstToken: boolean): ModelFault {
  const message = `The model's server ${what} within ${milliseconds} ms.`;
  return new ModelFault("timeout", message, { beforeFirstToken, mayPass: beforeFirstToken });
}

async function askUntilBegun(call: Call): Promise<LanguageModelV4StreamResult> {
  try {
    for (let retries = 0; ; retries += 1) {
      const outcome = await begin(call);
      if (!(outcome instanceof ModelFault)) return outcome;
      const pauseMs = pauseAfter(outcome, retries, call);
      if (pauseMs === undefined) throw outcome;
      await call.timers.sleep(pauseMs, call.signal);
    }
  } catch (error) {
    call.close();
    throw error;
  }
}

/** Undefined: it is not worth asking again. */
function pauseAfter(
  fault: ModelFault,
  retries: number,
  { limits, timers }: Call,
): number | undefined {
  if (!fault.mayPass || retries >= limits.retries) return undefined;
  const backOffMs = firstPauseMs * 2 ** retries * (0.5 + timers.random() / 2);
  const pauseMs = fault.retryAfterMs ?? backOffMs;
  return pauseMs > limits.longestPauseMs ? undefined : pauseMs;
}

/** Reads up to the first token. What came before it is kept and handed out with it. */
async function begin(call: Call): Promise<LanguageModelV4StreamResult | ModelFault> {
  call.signal.throwIfAborted();
  const attempt = openAttempt(call);
  try {
    const asked = call.model.doStream({ ...call.options, abortSignal: attempt.signal });
    const { stream, ...rest } = await attempt.race(asked);
    const reader = stream.getReader();
    const early = await readToFirstToken(reader, attempt);
    return { ...rest, stream: relayParts({ call, attempt, reader, early }) };
  } catch (error) {
    return faultOfAttempt(call, attempt, { error, beforeFirstToken: true });
  }
}

type Attempt = ReturnType<typeof openAttempt>;

/** One request to the model's server, under its time limits. */
function openAttempt(call: Call) {
  const { limits, timers } = call;
  const stop = new AbortController();
  const signal = AbortSignal.any([call.signal, stop.signal]);
  const watch = (milliseconds: number, what: string) =>
    timers.alarm(milliseconds, () => stop.abort(timeout(what, milliseconds, !call.hasBegun)));
  let cancel = watch(limits.firstTokenMs, "gave no first token");
  return {
    /** Aborted by the caller, by a time limit or by `close`. */
    signal,
    /** Called for the first token, and for every sign of life after it. */
    alive() {
      call.hasBegun = true;
      cancel();
      cancel = watch(limits.silenceMs, "fell silent");
    },
    race: <T>(promise: PromiseLike<T>): Promise<T> => untilAborted(promise, signal),
    /** Ends the request, if it still runs, and its limits. */
    close() {
      cancel();
      stop.abort();
    },
  };
}

type Reader = ReadableStreamDefaultReader<Part>;

async function readToFirstToken(reader: Reader, attempt: Attempt): Promise<Part[]> {
  const early: Part[] = [];
  for (;;) {
    const { done, value } = await attempt.race(reader.read());
    if (done) throw new Error("the reply ended without a finish");
    if (value.type === "error") throw value.error;
    if (value.type !== "ping" && early.length < mostEarlyParts) early.push(quiet(value));
    if (preliminary.has(value.type)) continue;
    attempt.alive();
    return early;
  }
}

/** The SDK prints warnings on the console, and they may repeat what a model said. */
function quiet(part: Part): Part {
  return part.type === "stream-start" ? { ...part, warnings: [] } : part;
}

/** Ends an attempt that failed. Throws when the caller has ended it. */
function faultOfAttempt(
  { options, secrets, timers }: Call,
  attempt: Attempt,
  { error, beforeFirstToken }: { error: unknown; beforeFirstToken: boolean },
): ModelFault {
  const reason = attempt.signal.aborted ? attempt.signal.reason : error;
  attempt.close();
  if (options.abortSignal?.aborted) throw reason;
  const { prompt } = options;
  return faultOf(reason, { beforeFirstToken, secrets, prompt, now: timers.now() });
}

type Relay = {
  call: Call;
  attempt: Attempt;
  reader: Reader;
  /** Parts that were read already. */
  early: Part[];
};

/** Hands on a reply that has begun, and ends it at the first fault. */
function relayParts(relay: Relay): ReadableStream<Part> {
  const { call, attempt, reader } = relay;
  const close = () => {
    call.close();
    attempt.close();
    // A reader of a request that has just been ended may say so.
    reader.cancel().catch(() => undefined);
  };
  const parts = watchedParts(relay);
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (!done) return controller.enqueue(value);
        close();
        controller.close();
      } catch (error) {
        close();
        controller.error(error);
      }
    },
    cancel: close,
  });
}

/** Throws when the caller aborts, and at no other time. */
async function* watchedParts(relay: Relay): AsyncGenerator<Part> {
  const { call, attempt } = relay;
  const { maxOutputTokens } = call.limits;
  const sizeOf = createPartSizes();
  let characters = 0;
  let calls = 0;
  let isWritten = false;
  let isFinished = false;
  try {
    for await (const part of readRuns({ ...relay, gatherMs: call.gatherMs })) {
      characters += sizeOf(part);
      if (characters > maxOutputTokens * charactersPerToken) throw endless(maxOutputTokens);
      if (part.type === "tool-call") calls += 1;
      if (calls > mostCalls) throw tooManyCalls();
      if (part.type === "error") throw part.error;
      if (part.type === "finish") {
        isFinished = true;
        refuseFinish(part, !isWritten);
      }
      isWritten ||= part.type === "tool-call" || ("delta" in part && part.delta !== "");
      yield part;
    }
    if (!isFinished) throw new Error("the reply ended without a finish");
  } catch (error) {
    const fault = faultOfAttempt(call, attempt, { error, beforeFirstToken: !isWritten });
    fault.usage ??= estimate(call, characters);
    yield { type: "error", error: fault };
  }
}

/** How much a part adds to a reply. The input of a call counts once, whether it comes piece by piece before it or with it. */
function createPartSizes(): (part: Part) => number {
  const begun = new Set<string>();
  return (part) => {
    if (part.type === "tool-input-start") begun.add(part.id);
    if ("delta" in part) return Math.max(part.delta.length, 1);
    if (part.type === "tool-call" && !begun.has(part.toolCallId)) return part.input.length + 1;
    return 1;
  };
}

function tooManyCalls(): ModelFault {
  const message = `The model's server called more than ${mostCalls} tools at once, and was stopped.`;
  return new ModelFault("too_long", message, { beforeFirstToken: false });
}

function endless(maxOutputTokens: number): ModelFault {
  const message = `The model's server wrote more than the ${maxOutputTokens} tokens it may, and was stopped.`;
  return new ModelFault("too_long", message, { beforeFirstToken: false });
}

function refuseFinish(part: Extract<Part, { type: "finish" }>, beforeFirstToken: boolean): void {
  const { unified } = part.finishReason;
  const options = { beforeFirstToken, usage: modelUsage(part.usage) };
  if (unified === "content-filter")
    throw new ModelFault("refused", "The model refused to answer.", options);
  if (unified === "interrupted") throw new Error("the reply ended without a finish");
}

/** A reply that was cut has no count of its own, but has been paid for. */
function estimate({ options }: Call, characters: number): TokenUsage {
  return {
    inputTokens: Math.ceil(JSON.stringify(options.prompt).length / 4),
    outputTokens: Math.ceil(characters / 4),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  };
}
