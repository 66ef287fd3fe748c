import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import { type Attempt, openAttempt, timeout } from "./attempt.ts";
import { collectReply } from "./collect-reply.ts";
import { faultOf } from "./fault-of.ts";
import { type ModelLimits, systemTimers, type Timers } from "./limits.ts";
import type { ModelFault } from "./model-fault.ts";
import { promptQuotes } from "./prompt-quotes.ts";
import { type Call, relayParts } from "./relay-parts.ts";

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
  const ask = (options: LanguageModelV4CallOptions) =>
    askUntilBegun({ model, limits, timers, secrets, options: bounded(options, limits), calls });
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doStream: ask,
    doGenerate: async (options) => collectReply(await ask(options)),
  };
}

function bounded(
  options: LanguageModelV4CallOptions,
  { maxOutputTokens }: ModelLimits,
): LanguageModelV4CallOptions {
  const asked = options.maxOutputTokens ?? maxOutputTokens;
  return { ...options, maxOutputTokens: Math.min(asked, maxOutputTokens) };
}

type Ask = {
  model: LanguageModelV4;
  limits: ModelLimits;
  timers: Timers;
  secrets: string[];
  options: LanguageModelV4CallOptions;
  /** Those that are under way. */
  calls: Set<Call>;
};

async function askUntilBegun(ask: Ask): Promise<LanguageModelV4StreamResult> {
  const call = openCall(ask);
  try {
    for (let retries = 0; ; retries += 1) {
      const outcome = await begin(ask, call);
      if ("result" in outcome) return outcome.result;
      const pauseMs = pauseAfter(outcome.fault, retries, ask);
      if (pauseMs === undefined) throw outcome.fault;
      await ask.timers.sleep(pauseMs, call.signal);
    }
  } catch (error) {
    call.close();
    throw error;
  }
}

/** What all attempts have in common: the caller's signal and the total time. */
function openCall({ limits, timers, secrets, options, calls }: Ask): Call {
  const late = new AbortController();
  const signals = options.abortSignal ? [options.abortSignal, late.signal] : [late.signal];
  let begun = false;
  const cancel = timers.alarm(limits.totalMs, () =>
    late.abort(timeout("did not finish", limits.totalMs, !begun)),
  );
  const call: Call = {
    signal: AbortSignal.any(signals),
    abortedByCaller: () => options.abortSignal?.aborted === true,
    begin() {
      begun = true;
    },
    faultContext: (beforeFirstToken) => ({
      beforeFirstToken,
      secrets,
      now: timers.now(),
      mayQuote: (words) => !promptQuotes(options.prompt, words),
    }),
    maxOutputTokens: options.maxOutputTokens ?? limits.maxOutputTokens,
    prompt: options.prompt,
    gatherMs: () => gatherMs(calls.size),
    close() {
      cancel();
      calls.delete(call);
    },
  };
  calls.add(call);
  return call;
}

const gatherMsPerCall = 0.4;
const shortestGatherMs = 10;
const longestGatherMs = 200;

/** Up to some dozen replies at once go on token by token. */
function gatherMs(calls: number): number {
  const wantedMs = calls * gatherMsPerCall;
  return wantedMs < shortestGatherMs ? 0 : Math.min(wantedMs, longestGatherMs);
}

type Outcome = { result: LanguageModelV4StreamResult } | { fault: ModelFault };

/** Reads up to the first token. What came before it is kept and handed out with it. */
async function begin({ model, limits, timers, options }: Ask, call: Call): Promise<Outcome> {
  call.signal.throwIfAborted();
  const attempt = openAttempt(limits, timers, call.signal);
  try {
    const asked = model.doStream({ ...options, abortSignal: attempt.signal });
    const { stream, ...rest } = await attempt.race(asked);
    const reader = stream.getReader();
    const early = await readToFirstToken(reader, attempt);
    call.begin();
    return { result: { ...rest, stream: relayParts({ call, attempt, reader, early }) } };
  } catch (error) {
    const reason = attempt.signal.aborted ? attempt.signal.reason : error;
    attempt.close();
    if (call.abortedByCaller()) throw reason;
    return { fault: faultOf(reason, call.faultContext(true)) };
  }
}

type Reader = ReadableStreamDefaultReader<LanguageModelV4StreamPart>;

async function readToFirstToken(
  reader: Reader,
  attempt: Attempt,
): Promise<LanguageModelV4StreamPart[]> {
  const early: LanguageModelV4StreamPart[] = [];
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
function quiet(part: LanguageModelV4StreamPart): LanguageModelV4StreamPart {
  return part.type === "stream-start" ? { ...part, warnings: [] } : part;
}

const mostEarlyParts = 1_000;
const preliminary: ReadonlySet<LanguageModelV4StreamPart["type"]> = new Set([
  "stream-start",
  "response-metadata",
  "custom",
  "raw",
  "ping",
  "text-start",
]);

const firstPauseMs = 1_000;

/** Undefined: it is not worth asking again. */
function pauseAfter(
  fault: ModelFault,
  retries: number,
  { limits, timers }: Ask,
): number | undefined {
  if (!fault.mayPass || retries >= limits.retries) return undefined;
  const backOffMs = firstPauseMs * 2 ** retries * (0.5 + timers.random() / 2);
  const pauseMs = fault.retryAfterMs ?? backOffMs;
  return pauseMs > limits.longestPauseMs ? undefined : pauseMs;
}
