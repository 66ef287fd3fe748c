import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";

export type Script = {
  /** What the model says, piece by piece. */
  pieces: string[];
  firstPieceAfterMs?: number;
  pauseMs?: number;
  /** Fails with this after the last piece. */
  fault?: Error;
};

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** Says what its script says, whatever it is asked: for tests and benchmarks. */
export function scriptedModel(script: Script): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "docent",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate() {
      if (script.fault) throw script.fault;
      return {
        content: [{ type: "text", text: script.pieces.join("") }],
        finishReason: { unified: "stop", raw: undefined },
        usage,
        warnings: [],
      };
    },
    async doStream({ abortSignal }) {
      return { stream: ReadableStream.from(play(script, abortSignal)) };
    },
  };
}

async function* play(
  script: Script,
  signal: AbortSignal | undefined,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  await pause(script.firstPieceAfterMs ?? 0, signal);
  yield { type: "text-start", id: "1" };
  for (const delta of script.pieces) {
    yield { type: "text-delta", id: "1", delta };
    await pause(script.pauseMs ?? 0, signal);
  }
  if (script.fault) {
    yield { type: "error", error: script.fault };
    return;
  }
  yield { type: "text-end", id: "1" };
  yield { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage };
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
  signal?.throwIfAborted();
}
