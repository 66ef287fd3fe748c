import { setImmediate } from "node:timers/promises";

/** Called between two pieces of work: now and then it lets others have the process, and stops when told to. */
export type Pace = () => Promise<void>;

const longestTurnMs = 8;
const longestTurnPieces = 16;

export function createPace(signal?: AbortSignal): Pace {
  let pieces = 0;
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    pieces += 1;
    if (pieces < longestTurnPieces && performance.now() - since < longestTurnMs) return;
    await setImmediate();
    pieces = 0;
    since = performance.now();
  };
}
