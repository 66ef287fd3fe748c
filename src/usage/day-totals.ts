import { type UsageOf, type UsageTotal, usageBetween } from "../store/answers/usage.ts";
import type { Database } from "../store/database.ts";

type Known = {
  day: string;
  /** Summed once and for all. */
  settled: Part;
  /** Behind it, summed again each second: some of it may be written late. */
  later: Part & { summedAtMs: number };
};
/** What was used until then. */
type Part = { until: string; total: UsageTotal };

const nothing: UsageTotal = { tokens: 0, costMicros: 0 };
/** What was used that long ago is written down by now, on whatever node. */
const settledAfterMs = 60_000;
const summedAgainMs = 1_000;
/** What was used in this time is read for each question. */
const newestMs = 2_000;
const mostRemembered = 5_000;

/** What was used since midnight, UTC. Older calls of the day are summed once: a busy day or minute makes no question slower than a quiet one. */
export function createDayTotals(db: Database) {
  const remembered = new Map<string, Known>();
  return async (of: UsageOf, now: Date): Promise<UsageTotal> => {
    const id = "keyId" in of ? `key ${of.keyId}` : `project ${of.projectId}`;
    const found = remembered.get(id);
    const known = isFresh(found, now) ? found : await sumAgain(db, of, { found, now });
    remembered.delete(id);
    remembered.set(id, known);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    const { settled, later } = known;
    const newest = await usageBetween(db, of, { from: later.until });
    return plus(plus(settled.total, later.total), newest);
  };
}

function isFresh(known: Known | undefined, now: Date): known is Known {
  if (known?.day !== dayOf(now)) return false;
  const ageMs = now.getTime() - known.later.summedAtMs;
  return ageMs >= 0 && ageMs < summedAgainMs;
}

async function sumAgain(
  db: Database,
  of: UsageOf,
  { found, now }: { found: Known | undefined; now: Date },
): Promise<Known> {
  const day = dayOf(now);
  const midnight = { until: `${day}T00:00:00.000Z`, total: nothing };
  const settled = await goOn(db, of, {
    from: found?.day === day ? found.settled : midnight,
    to: before(now, settledAfterMs),
  });
  const behind = { until: settled.until, total: nothing };
  const later = await goOn(db, of, { from: behind, to: before(now, newestMs) });
  return { day, settled, later: { ...later, summedAtMs: now.getTime() } };
}

async function goOn(
  db: Database,
  of: UsageOf,
  { from, to }: { from: Part; to: string },
): Promise<Part> {
  if (to <= from.until) return from;
  const added = await usageBetween(db, of, { from: from.until, to });
  return { until: to, total: plus(from.total, added) };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function before(time: Date, ms: number): string {
  return new Date(time.getTime() - ms).toISOString();
}

function plus(one: UsageTotal, other: UsageTotal): UsageTotal {
  return {
    tokens: one.tokens + other.tokens,
    costMicros: one.costMicros + other.costMicros,
  };
}
