import { setImmediate } from "node:timers/promises";
import {
  type Share,
  type StatsQuery,
  type StatsResult,
  wantedAudience,
} from "../contract/insights/analytics.ts";
import { type Actor, permitReading } from "../lib/actor.ts";
import type { Clock } from "../lib/clock.ts";
import { countAnswers, countWaits, type StatsOf, sumUsage } from "../store/answers/answer-stats.ts";
import type { Database } from "../store/database.ts";
import { chosenDays } from "./chosen-days.ts";
import {
  addAnswers,
  addTally,
  addUsage,
  addWait,
  emptyTally,
  figuresOf,
  type Tally,
} from "./tally-answers.ts";
import { addDays, daysBetween, type ZoneDay, zoneDays } from "./zone-days.ts";

const countedAtOnce = 7;

/** Questions, outcomes, ratings, waiting times and cost of every day in the range, days without any included. */
export async function dailyStats(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  input: { projectId: string; query: StatsQuery },
): Promise<StatsResult> {
  permitReading(actor, input.projectId);
  const { zone = "UTC", audience } = input.query;
  const { from, to } = chosenDays(input.query, deps.clock.now());
  const of = { projectId: input.projectId, audience: wantedAudience(audience) };
  const counted = await countDays(deps.db, of, zoneDays(from, to, zone));
  const before = { from: addDays(from, daysBetween(to, from) - 1), to: addDays(from, -1) };
  const earlier = await countDays(deps.db, of, zoneDays(before.from, before.to, zone));
  return {
    ...{ from, to, zone },
    days: counted.days.map(([day, tally]) => ({ day, ...figuresOf(tally) })),
    total: totalOf(counted),
    before: { ...before, ...totalOf(earlier) },
    models: sharesOf(counted.models),
    keys: sharesOf(counted.keys),
  };
}

type Counted = {
  days: [day: string, Tally][];
  models: Map<string, number>;
  keys: Map<string, number>;
};

async function countDays(db: Database, of: StatsOf, days: ZoneDay[]): Promise<Counted> {
  const counted: Counted = { days: [], models: new Map(), keys: new Map() };
  for (let start = 0; start < days.length; start += countedAtOnce)
    await countSome(db, of, { days: days.slice(start, start + countedAtOnce), counted });
  return counted;
}

/** The embedded store holds up the whole process while it counts: others get their turn after each question to it. */
async function countSome(
  db: Database,
  of: StatsOf,
  { days, counted }: { days: ZoneDay[]; counted: Counted },
): Promise<void> {
  const tallies = new Map(days.map(({ day }) => [day, emptyTally()]));
  counted.days.push(...tallies);
  const tallyOf = (day: string) => tallies.get(day) ?? emptyTally();
  for (const some of await countAnswers(db, of, days)) {
    addAnswers(tallyOf(some.day), some);
    addShare(counted.models, some.model, some.answers);
    addShare(counted.keys, some.keyId, some.answers);
  }
  await setImmediate();
  for (const wait of ["firstTokenMs", "totalMs"] as const) {
    for (const some of await countWaits(db, { ...of, wait }, days))
      addWait(tallyOf(some.day), wait, some);
    await setImmediate();
  }
  for (const { day, ...used } of await sumUsage(db, of, days)) addUsage(tallyOf(day), used);
  await setImmediate();
}

function addShare(shares: Map<string, number>, name: string, answers: number): void {
  shares.set(name, (shares.get(name) ?? 0) + answers);
}

function sharesOf(shares: Map<string, number>): Share[] {
  return [...shares]
    .map(([name, questions]) => ({ name, questions }))
    .sort((left, right) => right.questions - left.questions);
}

function totalOf({ days }: Counted) {
  const total = emptyTally();
  for (const [, tally] of days) addTally(total, tally);
  return figuresOf(total);
}
