import type { Listener } from "./wake.ts";

/** A log that grows until its last event. */
export type GrowingLog<Entry extends { seq: number }> = {
  /** Entries behind a place, oldest first; some of them when there are many. At once where they are at hand: there may be thousands of readers. */
  read(afterSeq: number): Entry[] | Promise<Entry[]>;
  isLast(entry: Entry): boolean;
  /** Asked when there is nothing new: whether nobody writes to the log any more. */
  isOver(afterSeq: number): boolean | Promise<boolean>;
  /** Called when somebody begins to read; what it gives back, when they end. */
  attend?(): () => void;
};

const pollMs = 1_000;

/** Reads a log from a place on, waiting for more until its last event. Any number of readers, on any node. */
export async function* tailLog<Entry extends { seq: number }>(
  log: GrowingLog<Entry>,
  listen: () => Listener,
  from: { afterSeq: number; signal: AbortSignal },
): AsyncGenerator<Entry> {
  const { signal } = from;
  const leave = log.attend?.();
  const listener = listen();
  const stop = () => listener.close();
  signal.addEventListener("abort", stop);
  try {
    let seq = from.afterSeq;
    while (!signal.aborted) {
      const found = log.read(seq);
      const entries = found instanceof Promise ? await found : found;
      for (const entry of entries) {
        yield entry;
        seq = entry.seq;
        if (log.isLast(entry)) return;
      }
      if (entries.length > 0) continue;
      const over = log.isOver(seq);
      if (over instanceof Promise ? await over : over) {
        if ((await log.read(seq)).length === 0) return;
        continue;
      }
      await listener.wait(pollMs);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    listener.close();
    leave?.();
  }
}
