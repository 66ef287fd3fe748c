import { setImmediate } from "node:timers/promises";

const longestTurnMs = 8;

/** Call it between pieces of long work: now and then it lets everything else in this process have its turn. */
export function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestTurnMs) return;
    await setImmediate();
    since = performance.now();
  };
}
