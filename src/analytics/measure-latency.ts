import { setImmediate } from "node:timers/promises";
import type { DayStats } from "../contract/analytics.ts";
import { type StatsRange, type TimedAnswer, timedAnswers } from "../store/answers/answer-stats.ts";
import type { Database } from "../store/database.ts";
import { readTimings } from "./read-timings.ts";

type Latency = Pick<DayStats, "firstTokenMs" | "totalMs">;
type Measured = { firstToken: number[]; total: number[] };

const batchSize = 2_000;
const mostAnswers = 20_000;

/** How long readers waited, by day. Of a range with more than 20,000 answers, the newest are measured. */
export async function measureLatency(
  db: Database,
  range: StatsRange,
): Promise<Map<string, Latency>> {
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
