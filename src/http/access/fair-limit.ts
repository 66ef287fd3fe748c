import type { Clock } from "../../lib/clock.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import type { Buckets } from "./buckets.ts";
import { siteOf } from "./network-of.ts";
import { tooManyRequests } from "./rate-limit.ts";

export type FairLimit = {
  /** Takes one request of what a key allows, for somebody in this network, or throws. */
  take(key: string, network: string): void;
};

type Use = { taken: number; at: number };
type Allowance = { left: number; at: number; networks: Map<string, Use> };

const minuteMs = 60_000;
const mostKeys = 10_000;
const mostNetworks = 20_000;

/**
 * So many requests a minute for each key, in fair shares. While more than half of the allowance is there, anybody may
 * use it, and who is alone may use it up. Below, each network (IPv6: each /48) that was heard within a minute has an equal share of a
 * minute's allowance. Who stays within its share is served even when others have used all of it up: out of a
 * reserve that is as large again.
 */
export function createFairLimit(
  perMinute: number,
  clock: Clock,
): FairLimit & Pick<Buckets, "setLeft"> {
  const allowances = createWeightedCache<Allowance>(mostKeys);
  return {
    setLeft(key, left) {
      const allowance = allowances.get(key);
      if (allowance) Object.assign(allowance, { left, at: clock.now().getTime() });
    },
    take(key, from) {
      const network = siteOf(from);
      const now = clock.now().getTime();
      const allowance = allowances.get(key) ?? { left: perMinute, at: now, networks: new Map() };
      allowances.set(key, allowance, 1);
      refill(allowance, perMinute, now);
      const { networks } = allowance;
      forgetSilent(networks, now);
      const use = networks.get(network) ?? { taken: 0, at: now };
      keepNewest(networks, network, use);
      const share = Math.max(1, perMinute / networks.size);
      use.taken = Math.max(0, use.taken - (Math.max(0, now - use.at) / minuteMs) * share);
      use.at = now;
      const isAlone = networks.size === 1;
      const fits = use.taken + 1 <= share;
      if (!mayTake({ left: allowance.left, perMinute, fits, isAlone })) {
        const missing = isAlone ? 1 - allowance.left : use.taken + 1 - share;
        const waitMs = (Math.max(0, missing) / (isAlone ? perMinute : share)) * minuteMs;
        throw tooManyRequests(Math.max(1, Math.ceil(waitMs / 1_000)));
      }
      allowance.left -= 1;
      use.taken += 1;
    },
  };
}

type Case = { left: number; perMinute: number; fits: boolean; isAlone: boolean };

function mayTake({ left, perMinute, fits, isAlone }: Case): boolean {
  if (isAlone) return left >= 1;
  if (left > perMinute / 2) return true;
  return fits && left > -perMinute;
}

function refill(allowance: Allowance, perMinute: number, now: number): void {
  const gained = (Math.max(0, now - allowance.at) / minuteMs) * perMinute;
  allowance.left = Math.min(perMinute, allowance.left + gained);
  allowance.at = now;
}

/** The map is in order of last use. */
function forgetSilent(networks: Map<string, Use>, now: number): void {
  for (const [network, { at }] of networks) {
    if (now - at < minuteMs) return;
    networks.delete(network);
  }
}

function keepNewest(networks: Map<string, Use>, network: string, use: Use): void {
  networks.delete(network);
  networks.set(network, use);
  const longestSilent = networks.keys().next().value;
  if (networks.size > mostNetworks && longestSilent !== undefined) networks.delete(longestSilent);
}
