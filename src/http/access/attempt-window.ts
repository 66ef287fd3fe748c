import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";

export type Window = { attempts: number; ms: number };

const mostCallers = 10_000;

/** Counts exactly, unlike a bucket that refills: no more attempts than said within any stretch of that length. */
export function createAttemptWindow(windows: Window[], clock: Clock): (caller: string) => void {
  const callers = new Map<string, number[]>();
  const longestMs = Math.max(...windows.map((window) => window.ms));
  return (caller) => {
    const now = clock.now().getTime();
    const times = (callers.get(caller) ?? []).filter((at) => at > now - longestMs);
    const waitMs = Math.max(0, ...windows.map((window) => waitOf(window, times, now)));
    if (waitMs > 0) {
      throw new AppError("rate_limited", "Too many attempts. Please wait and try again.", {
        retryAfterSeconds: Math.ceil(waitMs / 1_000),
      });
    }
    // Re-inserting keeps the map in order of last use, so the caller dropped below is the one longest silent.
    callers.delete(caller);
    callers.set(caller, [...times, now]);
    const longestSilent = callers.keys().next().value;
    if (callers.size > mostCallers && longestSilent !== undefined) callers.delete(longestSilent);
  };
}

/** How long until the attempt that has to leave the window does so. */
function waitOf({ attempts, ms }: Window, times: number[], now: number): number {
  const blocking = times.at(-attempts);
  return blocking === undefined ? 0 : Math.max(0, blocking + ms - now);
}
