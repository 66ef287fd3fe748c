import type { LanguageModelV4Prompt, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Attempt } from "./attempt.ts";
import { type FaultContext, faultOf } from "./fault-of.ts";
import { ModelFault } from "./model-fault.ts";
import { readRuns } from "./read-runs.ts";
import { modelUsage, type TokenUsage } from "./token-usage.ts";

/** What all attempts of a call have in common. */
export type Call = {
  signal: AbortSignal;
  abortedByCaller(): boolean;
  /** From now on there is a first token. */
  begin(): void;
  faultContext(beforeFirstToken: boolean): FaultContext;
  maxOutputTokens: number;
  prompt: LanguageModelV4Prompt;
  /** How long text is gathered before it is handed on. */
  gatherMs(): number;
  close(): void;
};

export type Relay = {
  call: Call;
  attempt: Attempt;
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>;
  /** Parts that were read already. */
  early: LanguageModelV4StreamPart[];
};

/** Hands on a reply that has begun, and ends it at the first fault. */
export function relayParts(relay: Relay): ReadableStream<LanguageModelV4StreamPart> {
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
async function* watchedParts(relay: Relay): AsyncGenerator<LanguageModelV4StreamPart> {
  const { call, attempt } = relay;
  let characters = 0;
  let written = false;
  let finished = false;
  try {
    for await (const part of allParts(relay)) {
      characters += lengthOf(part);
      if (characters > call.maxOutputTokens * charactersPerToken) throw endless(call);
      if (part.type === "error") throw part.error;
      if (part.type === "finish") {
        finished = true;
        refuseFinish(part, !written);
      }
      written ||= part.type === "tool-call" || ("delta" in part && part.delta !== "");
      yield part;
    }
    if (!finished) throw new Error("the reply ended without a finish");
  } catch (error) {
    const reason = attempt.signal.aborted ? attempt.signal.reason : error;
    attempt.close();
    if (call.abortedByCaller()) throw reason;
    const fault = faultOf(reason, call.faultContext(!written));
    yield {
      type: "error",
      error: fault.usage ? fault : withUsage(fault, estimate(call.prompt, characters)),
    };
  }
}

async function* allParts(relay: Relay): AsyncGenerator<LanguageModelV4StreamPart> {
  yield* relay.early;
  yield* readRuns({ ...relay, gatherMs: relay.call.gatherMs });
}

function refuseFinish(
  part: Extract<LanguageModelV4StreamPart, { type: "finish" }>,
  beforeFirstToken: boolean,
): void {
  const { unified } = part.finishReason;
  const options = { beforeFirstToken, usage: modelUsage(part.usage) };
  if (unified === "content-filter")
    throw new ModelFault("refused", "The model refused to answer.", options);
  if (unified === "interrupted") throw new Error("the reply ended without a finish");
}

// Tokens of long texts have four characters on average, and never ten.
const charactersPerToken = 10;

function endless({ maxOutputTokens }: Call): ModelFault {
  const message = `The model's server wrote more than the ${maxOutputTokens} tokens it may, and was stopped.`;
  return new ModelFault("too_long", message, { beforeFirstToken: false });
}

function lengthOf(part: LanguageModelV4StreamPart): number {
  return "delta" in part ? Math.max(part.delta.length, 1) : 1;
}

/** A reply that was cut has no count of its own, but has been paid for. */
function estimate(prompt: LanguageModelV4Prompt, characters: number): TokenUsage {
  return {
    inputTokens: Math.ceil(JSON.stringify(prompt).length / 4),
    outputTokens: Math.ceil(characters / 4),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  };
}

function withUsage(fault: ModelFault, usage: TokenUsage): ModelFault {
  const { kind, message, beforeFirstToken, mayPass, retryAfterMs } = fault;
  return new ModelFault(kind, message, { beforeFirstToken, mayPass, retryAfterMs, usage });
}
