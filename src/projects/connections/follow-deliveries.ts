import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import {
  claimDeliveries,
  dropOldDeliveries,
  freeDeliveries,
  markHandled,
  putOff,
  type StoredDelivery,
} from "../../store/docs/deliveries.ts";
import { deliveryWord } from "./accept-delivery.ts";

export type FollowDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  wake: Wake;
  /** Looks whether a source has anything new, and reads it; false when that did not work out. */
  lookAtSource(sourceId: string): Promise<boolean>;
  /** Asks the forge about a pull request of a source: its state and what people wrote. */
  lookAtPull(pull: { sourceId: string; number: number }): Promise<boolean>;
  /** Whether no other process works on this store. */
  isAlone: boolean;
};

export type DeliveryFollower = {
  start(): void;
  /** Resolves when what it had begun has ended. */
  stop(): Promise<void>;
};

const idleMs = 5_000;
const claimMs = 2 * 60_000;
const atOnce = 50;
const mostLooks = 8;
const mostAttempts = 6;
const firstDelayMs = 5_000;
const keptMs = 14 * 24 * 60 * 60_000;

/** Looks where forges said that there is something to see. What was kept before a kill is looked at after it. */
export function createDeliveryFollower(deps: FollowDeps): DeliveryFollower {
  const { db, clock, log } = deps;
  const listener = deps.wake.listen(deliveryWord);
  const looks = new Set<Promise<void>>();
  let stopped = false;
  let loop: Promise<void> | undefined;
  const take = async () => {
    const now = clock.now().getTime();
    const until = iso(now + claimMs);
    const claimed = await claimDeliveries(db, { now: iso(now), until, limit: atOnce });
    for (const group of Map.groupBy(claimed, placeOf).values()) {
      while (looks.size >= mostLooks) await Promise.race(looks);
      const look = handle(deps, group).finally(() => looks.delete(look));
      looks.add(look);
    }
    return claimed.length === atOnce;
  };
  const run = async () => {
    if (deps.isAlone) await freeDeliveries(db, iso(clock.now().getTime())).catch(warn);
    while (!stopped) {
      const hasMore = await take().catch(warn);
      if (hasMore) continue;
      await dropOldDeliveries(db, iso(clock.now().getTime() - keptMs)).catch(warn);
      await listener.wait(idleMs);
    }
  };
  const warn = (err: unknown) => {
    if (!stopped) log.warn({ err }, "deliveries of forges could not be handled");
    return false;
  };
  return {
    start() {
      loop ??= run();
    },
    async stop() {
      stopped = true;
      listener.close();
      await loop;
      await Promise.all(looks);
    },
  };
}

/** Deliveries that make somebody look at the same thing are one reason to. */
function placeOf({ sourceId, about, number }: StoredDelivery): string {
  return about === "push" ? sourceId : `${sourceId} ${number}`;
}

/** Never throws. What fails is tried again a few times, and then left to the polling. */
async function handle(deps: FollowDeps, group: StoredDelivery[]): Promise<void> {
  const { db, clock, log } = deps;
  const [first] = group;
  if (!first) return;
  const { sourceId, about, number } = first;
  try {
    const worked = await (about === "push"
      ? deps.lookAtSource(sourceId)
      : deps.lookAtPull({ sourceId, number })
    ).catch((err) => {
      log.warn({ err, sourceId, number }, "a look that a forge asked for failed");
      return false;
    });
    const now = clock.now().getTime();
    for (const one of group) {
      const isOver = worked || one.attempts + 1 >= mostAttempts;
      if (isOver) await markHandled(db, one, iso(now));
      else await putOff(db, one, iso(now + firstDelayMs * 2 ** one.attempts));
    }
  } catch (err) {
    log.warn({ err, sourceId }, "a delivery could not be recorded as handled");
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
