import { AppError } from "../../lib/app-error.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";

/** What the hosts of all projects asked for: one for the process, since a host counts all of them together. */
export type HostLimits = {
  /** Throws `rate_limited` or `unavailable` while a host wants to be left alone. */
  check(host: string): void;
  /** The host takes no more requests for a while. */
  limited(host: string, forMs: number): void;
  /** The host is down. From the third time in a row it is left alone, each time for longer. */
  failed(host: string): void;
  /** The host answered. */
  answered(host: string): void;
};

type Standing = { untilMs: number; code: "rate_limited" | "unavailable"; failures: number };

const patience = 3;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const mostHosts = 1_000;

export function createHostLimits(clock: Clock = systemClock): HostLimits {
  const hosts = new Map<string, Standing>();
  const now = () => clock.now().getTime();
  const put = (host: string, standing: Standing) => {
    hosts.delete(host);
    hosts.set(host, standing);
    const [oldest] = hosts.keys();
    if (hosts.size > mostHosts && oldest !== undefined) hosts.delete(oldest);
  };
  return {
    check(host) {
      const standing = hosts.get(host);
      if (standing === undefined || standing.untilMs <= now()) return;
      const seconds = Math.ceil((standing.untilMs - now()) / 1_000);
      throw new AppError(standing.code, sentences[standing.code](host, seconds), {
        retryAfterSeconds: seconds,
      });
    },
    limited(host, forMs) {
      const untilMs = Math.max(hosts.get(host)?.untilMs ?? 0, now() + forMs);
      put(host, { untilMs, code: "rate_limited", failures: 0 });
    },
    failed(host) {
      const before = hosts.get(host);
      const failures = (before?.failures ?? 0) + 1;
      const pauseMs =
        failures < patience ? 0 : firstPauseMs * 2 ** Math.min(failures - patience, 9);
      const untilMs = now() + Math.min(pauseMs, longestPauseMs);
      if (before?.code === "rate_limited" && before.untilMs > untilMs) return;
      put(host, { untilMs, code: "unavailable", failures });
    },
    answered(host) {
      if (hosts.get(host)?.code === "unavailable") hosts.delete(host);
    },
  };
}

const sentences = {
  rate_limited: (host: string, seconds: number) =>
    `${host} takes no more requests for now: it asked to be left alone for another ${duration(seconds)}. Nothing is lost; Docent goes on by itself then.`,
  unavailable: (host: string, seconds: number) =>
    `${host} failed several times in a row: it is asked again in ${duration(seconds)}.`,
};

export function duration(seconds: number): string {
  if (seconds <= 1) return "1 second";
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
