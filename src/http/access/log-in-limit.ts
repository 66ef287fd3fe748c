import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { networkOf } from "./network-of.ts";

export type LogInLimit = {
  /** Runs one attempt to log in when its turn comes, or throws because there are too many. */
  attempt<Result>(address: string, work: () => Promise<Result>): Promise<Result>;
};

type Pause = (ms: number) => Promise<unknown>;

const minuteMs = 60_000;
const windows = [
  { attempts: 5, ms: minuteMs },
  { attempts: 30, ms: 60 * minuteMs },
];
/** Wrong passwords of everybody together within ten minutes, after which each attempt takes longer. */
const freeFailures = 10;
const failureWindowMs = 10 * minuteMs;
const slowStepMs = 200;
const slowestMs = 2_000;
const longestQueue = 10;

/** One attempt at a time: guessing from many addresses at once gains nothing, and checking a password takes 64 MiB. */
export function createLogInLimit(clock: Clock, pause: Pause = sleep): LogInLimit {
  const take = createAttemptWindow(windows, clock);
  let failures: number[] = [];
  let queued = 0;
  let last: Promise<unknown> = Promise.resolve();

  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const since = clock.now().getTime() - failureWindowMs;
    failures = failures.filter((at) => at > since);
    const slow = Math.max(0, failures.length - freeFailures) * slowStepMs;
    if (slow > 0) await pause(Math.min(slow, slowestMs));
    return work().catch((error) => {
      if (error instanceof AppError && error.code === "unauthenticated")
        failures.push(clock.now().getTime());
      throw error;
    });
  };

  return {
    async attempt(address, work) {
      if (queued >= longestQueue) throw tooMany();
      take(networkOf(address));
      queued += 1;
      const turn = last
        .then(() => run(work))
        .finally(() => {
          queued -= 1;
        });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

function tooMany(): AppError {
  const message = "Too many people are logging in. Please wait a moment and try again.";
  return new AppError("rate_limited", message, { retryAfterSeconds: 10 });
}

type Window = { attempts: number; ms: number };

const mostCallers = 10_000;

/** Counts exactly, unlike a bucket that refills: no more attempts than said within any stretch of that length. */
function createAttemptWindow(windows: Window[], clock: Clock): (caller: string) => void {
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
