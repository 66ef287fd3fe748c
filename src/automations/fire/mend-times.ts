import { freeHeldRuns } from "../../store/automations/automation-runs.ts";
import { activeAutomations, passSchedule } from "../../store/automations/automations.ts";
import { lookNoLaterThan } from "../../store/automations/code-repositories.ts";
import type { FireDeps } from "../automation-deps.ts";
import { nextSchedule } from "./fire-schedules.ts";
import { longestIntervalMs } from "./look-at-code.ts";

/** No run waits longer for anything than for the next month. */
const longestHoldMs = 32 * 24 * 60 * 60_000;

/**
 * Brings back what a clock that ran ahead for a while has put off: nothing is due later than it would be by the clock as
 * it is now.
 */
export async function mendTimes({ db, clock, pollMs }: FireDeps): Promise<void> {
  const nowMs = clock.now().getTime();
  const [now, latestHold] = [iso(nowMs), iso(nowMs + longestHoldMs)];
  for (const { id, nextAt, spec } of await activeAutomations(db, "schedule")) {
    const next = nextSchedule(spec.trigger, nowMs);
    if (nextAt !== null && next !== null && nextAt > next)
      await passSchedule(db, id, { from: nextAt, to: next });
  }
  await freeHeldRuns(db, { now, latest: latestHold });
  if (pollMs > 0)
    await lookNoLaterThan(db, { now, latest: iso(nowMs + Math.max(pollMs, longestIntervalMs)) });
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
