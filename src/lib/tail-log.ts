import type { Listener } from "./wake.ts";

/** A log that grows until its last event. */
export type GrowingLog<Entry extends { seq: number }> = {
  /** Entries behind a place, oldest first; some of them when there are many. */
  read(afterSeq: number): Promise<Entry[]>;
  isLast(entry: Entry): boolean;
  /** Asked when there is nothing new: whether nobody writes to the log any more. */
  isOver(afterSeq: number): Promise<boolean>;
};

const pollMs = 1_000;

/** Reads a log from a place on, waiting for more until its last event. Any number of readers, on any node. */
export async function* tailLog<Entry extends { seq: number }>(
  log: GrowingLog<Entry>,
  listen: () => Listener,
  from: { afterSeq: number; signal: AbortSignal },
): AsyncGenerator<Entry> {
  const { signal } = from;
  const listener = listen();
  const stop = () => listener.close();
  signal.addEventListener("abort", stop);
  try {
    let seq = from.afterSeq;
    while (!signal.aborted) {
      const entries = await log.read(seq);
      for (const entry of entries) {
        yield entry;
        seq = entry.seq;
        if (log.isLast(entry)) return;
      }
      if (entries.length > 0) continue;
      if (await log.isOver(seq)) {
        if ((await log.read(seq)).length === 0) return;
        continue;
      }
      await listener.wait(pollMs);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    listener.close();
  }
}
