import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { Refused } from "./guard.ts";

const everyMs = 60_000;

/** Refusals in the log, once a minute and without addresses: a line for each would be an attack of its own. */
export function refusalLog(log: Log, clock: Clock): (what: Refused) => void {
  let counts = new Map<Refused, number>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (what) => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    const now = clock.now().getTime();
    if (now - loggedAt < everyMs) return;
    log.warn({ refused: Object.fromEntries(counts) }, "connections or requests were refused");
    loggedAt = now;
    counts = new Map();
  };
}
