import { percentile } from "../report/percentile.ts";
import { runChild } from "../report/run-child.ts";
import type { Load, LoadResult, Sample, ServerKind, Start, Usage } from "./protocol.ts";
import { type Pace, question } from "./script.ts";
import { startBenchServer } from "./start-bench-server.ts";

export type Measure = {
  kind: ServerKind;
  pace: Pace;
  streams: number;
  answers: number;
  failures: string[];
  firstByteMs: { p50: number; p99: number };
  firstTokenMs: { p50: number; p99: number };
  answersPerSecond: number;
  cpuSecondsPerAnswer: number;
  mbPerStream: number;
  /** Between two pieces of text, as readers see it. */
  gapMs: { p50: number; p99: number; most: number };
  samples: Sample[];
};

export type Plan = { pace: Pace; streams: number; rounds: number; holdMs?: number };

/** One server in a process of its own and its readers in another; some answers warm it up first. */
export async function measureServer(
  kind: ServerKind,
  { pace, streams, rounds, holdMs }: Plan,
  place: Omit<Start, "pace">,
): Promise<Measure> {
  const server = await startBenchServer(kind, { pace, ...place });
  try {
    const { url, headers } = server.served;
    const load = { url, headers, question };
    await read({ ...load, streams: warmUpStreams, rounds: 1 });
    await server.begin();
    const result = await read({ ...load, streams, rounds, ...(holdMs && { holdMs }) });
    const usage = await server.end();
    return summary({ kind, plan: { pace, streams, rounds }, result, usage });
  } finally {
    await server.close();
  }
}

/** A server in use has answered far more. */
const warmUpStreams = 50;

export function read(load: Load): Promise<LoadResult> {
  return runChild<LoadResult>(new URL("./read-streams.ts", import.meta.url), load);
}

type Seen = { kind: ServerKind; plan: Plan; result: LoadResult; usage: Usage };

function summary({ kind, plan, result, usage }: Seen): Measure {
  const { timings, seconds, failures } = result;
  const spread = (values: number[]) => ({
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
  });
  return {
    kind,
    pace: plan.pace,
    streams: plan.streams,
    answers: timings.length,
    failures,
    firstByteMs: spread(timings.map((timing) => timing.firstByteMs)),
    firstTokenMs: spread(timings.map((timing) => timing.firstTokenMs)),
    answersPerSecond: timings.length / seconds,
    cpuSecondsPerAnswer: usage.cpuSeconds / timings.length,
    mbPerStream: (usage.peakMb - usage.restMb) / plan.streams,
    gapMs: spreadOfGaps(result.gaps),
    samples: usage.samples,
  };
}

export function spreadOfGaps(gaps: Map<number, number>): Measure["gapMs"] {
  const sorted = [...gaps].sort(([one], [other]) => one - other);
  const all = sorted.reduce((sum, [, count]) => sum + count, 0);
  const at = (share: number) => {
    let left = share * all;
    for (const [ms, count] of sorted) {
      left -= count;
      if (left <= 0) return ms;
    }
    return Number.NaN;
  };
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
