import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Database } from "../store/database.ts";
import { dropOldAnswers } from "./drop-old-answers.ts";

const dayMs = 24 * 60 * 60_000;

type Deps = { db: Database; clock: Clock; log: Log };

/** Drops old answers now and once a day from now on. Stopping it lets the batch under way come to its end. */
export function sweepAnswers(deps: Deps, keepDays: number): { stop(): Promise<void> } {
  if (keepDays === 0) return { stop: async () => undefined };
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const sweep = () => {
    running = running.then(() => sweepOnce(deps, keepDays, stopping.signal));
  };
  sweep();
  const timer = setInterval(sweep, dayMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      stopping.abort();
      return running;
    },
  };
}

async function sweepOnce(deps: Deps, keepDays: number, signal: AbortSignal): Promise<void> {
  try {
    const dropped = await dropOldAnswers(deps, { kind: "operator" }, { keepDays, signal });
    if (dropped > 0) deps.log.info({ dropped, keepDays }, "old answers were deleted");
  } catch (err) {
    deps.log.warn({ err }, "old answers could not be deleted; the next sweep tries again");
  }
}
