import { setImmediate } from "node:timers/promises";
import {
  type DayStats,
  mostStatDays,
  type StatsQuery,
  type StatsResult,
} from "../contract/analytics.ts";
import { type Actor, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import {
  countAnswersByDay,
  countRatingsByDay,
  type StatsRange,
  sumUsageByDay,
} from "../store/answers/answer-stats.ts";
import type { Database } from "../store/database.ts";
import { dayRange } from "./day-range.ts";
import { measureLatency } from "./measure-latency.ts";
import { toUsage } from "./to-asked-question.ts";

const dayMs = 24 * 60 * 60_000;
const usualDays = 30;
const countedAtOnce = 7;

/** Questions, outcomes, ratings, waiting times and cost of every UTC day in the range, days without any included. */
export async function dailyStats(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  input: { projectId: string; query: StatsQuery },
): Promise<StatsResult> {
  permit(actor, "admin", input.projectId);
  const { from, to } = chosenDays(input.query, deps.clock.now());
  const days = listDays(from, to).map(emptyDay);
  for (let start = 0; start < days.length; start += countedAtOnce) {
    await fillDays(deps.db, input.projectId, days.slice(start, start + countedAtOnce));
    // The embedded store holds up the whole process while it counts.
    await setImmediate();
  }
  return { from, to, days };
}

async function fillDays(db: Database, projectId: string, some: DayStats[]): Promise<void> {
  const days = new Map(some.map((stats) => [stats.day, stats]));
  const { from = "", to = "" } = dayRange({ from: some[0]?.day, to: some.at(-1)?.day });
  const range: StatsRange = { projectId, from, to };
  for (const { day, state, answers } of await countAnswersByDay(db, range)) {
    const stats = days.get(day);
    if (!stats) continue;
    stats[state] += answers;
    stats.questions += answers;
  }
  for (const { day, rating, answers } of await countRatingsByDay(db, range)) {
    const stats = days.get(day);
    if (stats) stats[rating] += answers;
  }
  for (const { day, ...sums } of await sumUsageByDay(db, range)) {
    const stats = days.get(day);
    if (stats) stats.usage = toUsage(sums);
  }
  for (const [day, latency] of await measureLatency(db, range)) {
    const stats = days.get(day);
    if (stats) Object.assign(stats, latency);
  }
}

function chosenDays(query: StatsQuery, now: Date): { from: string; to: string } {
  const to = query.to ?? dayText(now.getTime());
  const from = query.from ?? dayText(Date.parse(to) - (usualDays - 1) * dayMs);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days >= 1 && days <= mostStatDays) return { from, to };
  const message = `From the first to the last day, at most ${mostStatDays} days.`;
  throw new AppError("invalid_request", "The range of days is not valid: see from and to.", {
    details: [{ path: "from", message }],
  });
}

function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) days.push(dayText(time));
  return days;
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function emptyDay(day: string): DayStats {
  return {
    day,
    questions: 0,
    answered: 0,
    unanswered: 0,
    cut: 0,
    refused: 0,
    failed: 0,
    streaming: 0,
    up: 0,
    down: 0,
    firstTokenMs: null,
    totalMs: null,
    usage: toUsage(),
  };
}
