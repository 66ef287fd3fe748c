import type { Figures } from "../contract/insights/analytics.ts";
import type { CountedAnswers } from "../store/answers/answer-stats.ts";
import type { TokenSums } from "../store/answers/usage.ts";
import { toUsage } from "./to-asked-question.ts";

type Wait = "firstTokenMs" | "totalMs";

/** What is counted of some answers; it can be put together with that of others. */
export type Tally = {
  counts: Omit<Figures, Wait | "usage">;
  /** How often each waiting time was measured. */
  waits: Record<Wait, Map<number, number>>;
  usage: TokenSums;
};

export function emptyTally(): Tally {
  return {
    counts: {
      ...{ questions: 0, answered: 0, unanswered: 0, reserve: 0, declined: 0 },
      ...{ cut: 0, refused: 0, failed: 0, streaming: 0, up: 0, down: 0 },
    },
    waits: { firstTokenMs: new Map(), totalMs: new Map() },
    usage: {
      ...{ inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
      costMicros: 0,
    },
  };
}

export function addAnswers({ counts }: Tally, some: CountedAnswers): void {
  const { state, answerOutcome: outcome, rating, answers } = some;
  counts.questions += answers;
  counts[state] += answers;
  if (outcome === "reserve" || outcome === "declined") counts[outcome] += answers;
  if (rating !== "") counts[rating] += answers;
}

export function addWait(
  tally: Tally,
  wait: Wait,
  { ms, answers }: { ms: number; answers: number },
) {
  const measured = tally.waits[wait];
  measured.set(ms, (measured.get(ms) ?? 0) + answers);
}

export function addUsage({ usage }: Tally, used: TokenSums): void {
  for (const name of Object.keys(usage) as (keyof TokenSums)[]) usage[name] += used[name];
}

export function addTally(sum: Tally, other: Tally): void {
  for (const name of Object.keys(sum.counts) as (keyof Tally["counts"])[])
    sum.counts[name] += other.counts[name];
  for (const wait of ["firstTokenMs", "totalMs"] as const)
    for (const [ms, answers] of other.waits[wait]) addWait(sum, wait, { ms, answers });
  addUsage(sum, other.usage);
}

export function figuresOf({ counts, waits, usage }: Tally): Figures {
  return {
    ...counts,
    firstTokenMs: percentiles(waits.firstTokenMs),
    totalMs: percentiles(waits.totalMs),
    usage: toUsage(usage),
  };
}

/** By nearest rank: a value that was really measured. */
function percentiles(measured: Map<number, number>): { p50: number; p95: number } | null {
  const times = [...measured].sort(([left], [right]) => left - right);
  const answers = times.reduce((sum, [, some]) => sum + some, 0);
  if (answers === 0) return null;
  return { p50: timeAt(times, 0.5 * answers), p95: timeAt(times, 0.95 * answers) };
}

function timeAt(times: [ms: number, answers: number][], rank: number): number {
  let passed = 0;
  for (const [ms, answers] of times) {
    passed += answers;
    if (passed >= rank) return ms;
  }
  return 0;
}
