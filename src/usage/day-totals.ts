import { type UsageOf, type UsageTotal, usageBetween } from "../store/answers/usage.ts";
import type { Database } from "../store/database.ts";

type Settled = { day: string; until: string; total: UsageTotal };

const nothing: UsageTotal = { tokens: 0, costMicros: 0 };
/** What was used that long ago is written down by now, on whatever node. */
const settledAfterMs = 60_000;
const mostRemembered = 5_000;

/** What was used since midnight, UTC. Older calls of the day are summed once: a busy day makes no question slower than a quiet one. */
export function createDayTotals(db: Database) {
  const settled = new Map<string, Settled>();
  return async (of: UsageOf, now: Date): Promise<UsageTotal> => {
    const id = "keyId" in of ? `key ${of.keyId}` : `project ${of.projectId}`;
    const day = now.toISOString().slice(0, 10);
    const midnight = `${day}T00:00:00.000Z`;
    const known = settled.get(id);
    const before = known?.day === day ? known : { day, until: midnight, total: nothing };
    const minuteAgo = new Date(now.getTime() - settledAfterMs).toISOString();
    const until = minuteAgo > before.until ? minuteAgo : before.until;
    const added = await usageBetween(db, of, { from: before.until, to: until });
    const recent = await usageBetween(db, of, { from: until });
    const total = plus(before.total, added);
    settled.delete(id);
    settled.set(id, { day, until, total });
    const [oldest] = settled.keys();
    if (settled.size > mostRemembered && oldest !== undefined) settled.delete(oldest);
    return plus(total, recent);
  };
}

function plus(one: UsageTotal, other: UsageTotal): UsageTotal {
  return {
    tokens: one.tokens + other.tokens,
    costMicros: one.costMicros + other.costMicros,
  };
}
