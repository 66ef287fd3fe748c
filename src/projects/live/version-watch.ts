import type { Versions } from "../../contract/live.ts";
import { createWake, type Wake } from "../../lib/wake.ts";

export type VersionWatch = {
  /** What there is now. */
  read(projectId: string): Promise<Versions>;
  /** What there is now, and again whenever it differs, until the signal. */
  follow(projectId: string, signal: AbortSignal): AsyncGenerator<Versions>;
};

type Deps = {
  read(projectId: string): Promise<Versions>;
  wake: Wake;
  /** Told when it is worth looking before the time is over. */
  wakeKey: string;
  pollMs?: number;
};

type Watched = { readers: number; latest: Versions | undefined; text: string; fault: unknown };

const usualPollMs = 1_000;
const shortestMs = 100;

/** Looks once for all who follow the same project, and only while somebody does. */
export function createVersionWatch(deps: Deps): VersionWatch {
  const { read, pollMs = usualPollMs } = deps;
  const watched = new Map<string, Watched>();
  const news = createWake();

  const keepLooking = async (projectId: string, one: Watched) => {
    const listener = deps.wake.listen(deps.wakeKey);
    try {
      while (one.readers > 0) {
        const latest = await read(projectId);
        const text = JSON.stringify(latest);
        if (text !== one.text) {
          Object.assign(one, { latest, text });
          news.notify(projectId);
        }
        await pause(Math.min(shortestMs, pollMs));
        await listener.wait(pollMs);
      }
    } catch (fault) {
      one.fault = fault;
    } finally {
      if (watched.get(projectId) === one) watched.delete(projectId);
      listener.close();
      news.notify(projectId);
    }
  };
  const join = (projectId: string): Watched => {
    const known = watched.get(projectId);
    if (known && known.readers > 0) {
      known.readers += 1;
      return known;
    }
    const one: Watched = { readers: 1, latest: undefined, text: "", fault: undefined };
    watched.set(projectId, one);
    void keepLooking(projectId, one);
    return one;
  };

  return {
    read,
    async *follow(projectId, signal) {
      const one = join(projectId);
      const listener = news.listen(projectId);
      const stop = () => listener.close();
      signal.addEventListener("abort", stop);
      try {
        let seen = "";
        while (!signal.aborted) {
          if (one.fault !== undefined) throw one.fault;
          const { latest, text } = one;
          if (latest && text !== seen) {
            seen = text;
            yield latest;
            continue;
          }
          await listener.wait(longMs);
        }
      } finally {
        one.readers -= 1;
        signal.removeEventListener("abort", stop);
        listener.close();
      }
    },
  };
}

const longMs = 60_000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
