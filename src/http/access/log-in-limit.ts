import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import type { AttemptTimes } from "../../store/access/log-in-attempts.ts";

export type LogInCaller = {
  network: string;
  /** What a browser shows that has logged in before; verified. */
  mark?: string | undefined;
  /** Has a session of the same member already. */
  isOwn?: boolean;
  /** Whoever has left does not get its turn. */
  signal?: AbortSignal;
};

export type LogInLimit = {
  /** Runs one attempt to log in when its turn comes, or throws because there are too many. */
  attempt<Result>(caller: LogInCaller, work: () => Promise<Result>): Promise<Result>;
};

type Deps = {
  clock: Clock;
  /** Where all nodes note who tried when. */
  times: AttemptTimes;
  pause?: (ms: number) => Promise<unknown>;
};

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
const everybody = "everybody";

/**
 * One attempt at a time: guessing from many addresses at once gains nothing, and checking a password takes 64 MiB. Who
 * has logged in before goes first and is not slowed down; then whoever has tried least in the last hour.
 */
export function createLogInLimit({ clock, times, pause = sleep }: Deps): LogInLimit {
  const take = createAttemptWindow(windows, { clock, times });
  const failures = createFailures({ clock, times });
  const line = createLine();
  const known = createWeightedCache<true>(mostKnown);

  const slowDown = async () => {
    const slow = Math.max(0, (await failures.count()) - freeFailures) * slowStepMs;
    if (slow > 0) await pause(Math.min(slow, slowestMs));
  };

  return {
    async attempt({ network, mark, isOwn, signal }, work) {
      const earlier = await take(mark === undefined ? network : `browser ${mark}`);
      const isKnown = isOwn || mark !== undefined || known.get(network) === true;
      await line.turn(isKnown ? -1 : earlier);
      try {
        signal?.throwIfAborted();
        if (!isKnown) await slowDown();
        const result = await work();
        known.set(network, true, 1);
        return result;
      } catch (error) {
        if (error instanceof AppError && error.code === "unauthenticated") await failures.add();
        throw error;
      } finally {
        line.next();
      }
    },
  };
}

const mostKnown = 1_000;

type Waiting = { rank: number; go(): void; refuse(error: AppError): void };

const longestLine = 100;

/** People who wait, by rank and then in the order they came. When there are too many, the last one has to leave. */
function createLine() {
  const waiting: Waiting[] = [];
  let isBusy = false;
  return {
    async turn(rank: number): Promise<void> {
      if (!isBusy) {
        isBusy = true;
        return;
      }
      await new Promise<void>((go, refuse) => {
        const behind = waiting.findIndex((one) => one.rank > rank);
        waiting.splice(behind === -1 ? waiting.length : behind, 0, { rank, go, refuse });
        if (waiting.length > longestLine) waiting.pop()?.refuse(tooMany());
      });
    },
    next(): void {
      const first = waiting.shift();
      if (first) first.go();
      else isBusy = false;
    },
  };
}

function tooMany(): AppError {
  const message = "Too many people are logging in. Please wait a moment and try again.";
  return new AppError("rate_limited", message, { retryAfterSeconds: 10 });
}

type Window = { attempts: number; ms: number };

/**
 * Counts exactly, unlike a bucket that refills: no more attempts than said within any stretch of that length. Gives the
 * number of earlier ones.
 */
function createAttemptWindow(windows: Window[], { clock, times }: Deps) {
  const longestMs = Math.max(...windows.map((window) => window.ms));
  return async (caller: string): Promise<number> => {
    const now = clock.now().getTime();
    let waitMs = 0;
    const noted = await times.change(caller, (before) => {
      const earlier = before.filter((at) => at > now - longestMs);
      waitMs = Math.max(0, ...windows.map((window) => waitOf(window, earlier, now)));
      return waitMs > 0 ? earlier : [...earlier, now];
    });
    if (waitMs === 0) return noted.length - 1;
    throw new AppError("rate_limited", "Too many attempts. Please wait and try again.", {
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    });
  };
}

/** Wrong passwords of everybody: no more of them than slow an attempt down as far as it can be. */
function createFailures({ clock, times }: Deps) {
  const most = freeFailures + slowestMs / slowStepMs;
  const since = () => clock.now().getTime() - failureWindowMs;
  const recent = (noted: number[]) => noted.filter((at) => at > since()).slice(-most);
  return {
    count: async () => (await times.change(everybody, recent)).length,
    add: () => times.change(everybody, (noted) => recent([...noted, clock.now().getTime()])),
  };
}

/** How long until the attempt that has to leave the window does so. */
function waitOf({ attempts, ms }: Window, times: number[], now: number): number {
  const blocking = times.at(-attempts);
  return blocking === undefined ? 0 : Math.max(0, blocking + ms - now);
}
