import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Attempt } from "./attempt.ts";
import { createWaitingParts, type WaitingParts } from "./waiting-parts.ts";

export type RunsInput = {
  attempt: Pick<Attempt, "signal" | "alive">;
  reader: Pick<ReadableStreamDefaultReader<LanguageModelV4StreamPart>, "read">;
  /** How long text is gathered before it is handed on. */
  gatherMs(): number;
};

/**
 * Reads a reply ahead of whoever takes its parts. Text is handed on piece by piece, or in runs where `gatherMs` says so:
 * what each piece costs from here on would keep a server with hundreds of readers from serving them.
 */
export async function* readRuns(input: RunsInput): AsyncGenerator<LanguageModelV4StreamPart> {
  const { signal } = input.attempt;
  const waiting = createWaitingParts();
  // Not every model heeds its signal.
  const stop = () => waiting.end({ error: signal.reason });
  signal.addEventListener("abort", stop, { once: true });
  void readAhead(input, waiting);
  let ripeAt = performance.now() + input.gatherMs();
  try {
    for (;;) {
      const leftMs = waiting.mayGrow() ? ripeAt - performance.now() : 0;
      const part = leftMs > 0 ? undefined : waiting.take();
      if (part) {
        yield part;
        ripeAt = performance.now() + input.gatherMs();
        continue;
      }
      const ending = waiting.ending();
      if (ending && "error" in ending) throw ending.error;
      if (ending) return;
      await waiting.changed(leftMs);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    waiting.end({});
  }
}

async function readAhead({ attempt, reader }: RunsInput, waiting: WaitingParts): Promise<void> {
  try {
    while (!waiting.ending()) {
      const { done, value } = await reader.read();
      if (done) return waiting.end({});
      attempt.alive();
      if (value.type !== "ping") waiting.add(value);
      if (waiting.isFull()) await waiting.room();
    }
  } catch (error) {
    waiting.end({ error });
  }
}
