import { setTimeout as sleep } from "node:timers/promises";

export type Repeating = { start(): void; stop(): Promise<void> };

type Rounds = { pauseMs: number; onError(error: unknown): void };

/** Does work over and over, with a pause after each round, from its start to its stop. A round that fails ends nothing. */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  { pauseMs, onError }: Rounds,
): Repeating {
  const stopping = new AbortController();
  const { signal } = stopping;
  let loop: Promise<void> | undefined;
  const run = async () => {
    while (!signal.aborted) {
      await work(signal).catch((error) => {
        if (!signal.aborted) onError(error);
      });
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    start() {
      loop ??= run();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
