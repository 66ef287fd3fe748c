import { setImmediate } from "node:timers/promises";
import {
  type DayStats,
  mostStatDays,
  type StatsQuery,
  type StatsResult,
  wantedAudience,
} from "../contract/insights/analytics.ts";
import { type Actor, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import {
  countAnswersByDay,
  countRatingsByDay,
  type StatsRange,
  sumUsageByDay,
  type TimedAnswer,
  timedAnswers,
} from "../store/answers/answer-stats.ts";
import type { Database } from "../store/database.ts";
import { readTimings, toUsage } from "./to-asked-question.ts";

const dayMs = 24 * 60 * 60_000;
const usualDays = 30;
const countedAtOnce = 7;

/** Questions, outcomes, ratings, waiting times and cost of every UTC day in the range, days without any included. */
export async function dailyStats(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  input: { projectId: string; query: StatsQuery },
): Promise<StatsResult> {
  permitReading(actor, input.projectId);
  const { from, to } = chosenDays(input.query, deps.clock.now());
  const days = listDays(from, to).map(emptyDay);
  const whose = { projectId: input.projectId, audience: wantedAudience(input.query.audience) };
  for (let start = 0; start < days.length; start += countedAtOnce) {
    await fillDays(deps.db, whose, days.slice(start, start + countedAtOnce));
    // The embedded store holds up the whole process while it counts.
    await setImmediate();
  }
  return { from, to, days };
}

type Whose = Pick<StatsRange, "projectId" | "audience">;

async function fillDays(db: Database, whose: Whose, some: DayStats[]): Promise<void> {
  const days = new Map(some.map((stats) => [stats.day, stats]));
  const { from = "", to = "" } = dayRange({ from: some[0]?.day, to: some.at(-1)?.day });
  const range: StatsRange = { ...whose, from, to };
  for (const { day, state, answerOutcome: outcome, answers } of await countAnswersByDay(
    db,
    range,
  )) {
    const stats = days.get(day);
    if (!stats) continue;
    stats[state] += answers;
    stats.questions += answers;
    if (outcome === "reserve" || outcome === "declined") stats[outcome] += answers;
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
    reserve: 0,
    declined: 0,
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

type Latency = Pick<DayStats, "firstTokenMs" | "totalMs">;
type Measured = { firstToken: number[]; total: number[] };

const batchSize = 2_000;
const mostAnswers = 20_000;

/** How long readers waited, by day. Of a range with more than 20,000 answers, the newest are measured. */
async function measureLatency(db: Database, range: StatsRange): Promise<Map<string, Latency>> {
  const byDay = new Map<string, Measured>();
  let after: TimedAnswer | undefined;
  for (let read = 0; read < mostAnswers; read += batchSize) {
    const answers = await timedAnswers(db, range, { after, limit: batchSize });
    for (const answer of answers) collect(byDay, answer);
    if (answers.length < batchSize) break;
    after = answers.at(-1);
    await setImmediate();
  }
  return new Map(
    [...byDay].map(([day, { firstToken, total }]) => [
      day,
      { firstTokenMs: percentiles(firstToken), totalMs: percentiles(total) },
    ]),
  );
}

function collect(byDay: Map<string, Measured>, { createdAt, timings }: TimedAnswer): void {
  const day = createdAt.slice(0, 10);
  const measured = byDay.get(day) ?? { firstToken: [], total: [] };
  byDay.set(day, measured);
  const { firstTokenMs, totalMs } = readTimings(timings);
  if (firstTokenMs !== null) measured.firstToken.push(firstTokenMs);
  if (totalMs !== null) measured.total.push(totalMs);
}

/** By nearest rank: a value that was really measured. */
function percentiles(values: number[]): { p50: number; p95: number } | null {
  if (values.length === 0) return null;
  values.sort((left, right) => left - right);
  const at = (share: number) => values[Math.ceil(share * values.length) - 1] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

/** The first and the last moment of a range of UTC days. Times are stored with milliseconds, so that the last one is exact. */
export function dayRange(days: { from?: string | undefined; to?: string | undefined }): {
  from: string | undefined;
  to: string | undefined;
} {
  return {
    from: days.from === undefined ? undefined : `${days.from}T00:00:00.000Z`,
    to: days.to === undefined ? undefined : `${days.to}T23:59:59.999Z`,
  };
}
