import { setTimeout as sleep } from "node:timers/promises";

const [shortMs, longMs] = [4, 12];
const [fewest, most] = [5, 100];

/**
 * Does long work a batch at a time. Each takes a few milliseconds, in which an embedded store holds up the whole process, and
 * is followed by a pause as long as it took: requests come first. `work` gets the size of its batch, and returns false when nothing is left.
 */
export async function inBatches(
  work: (size: number) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  for (let size = fewest; !signal?.aborted; ) {
    const started = performance.now();
    if (!(await work(size))) return;
    const ms = performance.now() - started;
    size = nextSize(size, ms);
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  }
}

export function nextSize(size: number, ms: number): number {
  if (ms < shortMs) return Math.min(size * 2, most);
  if (ms > longMs) return Math.max(Math.floor(size / 2), fewest);
  return size;
}
