import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { percentile } from "../report/percentile.ts";
import { runChild } from "../report/run-child.ts";
import type { Load, LoadResult, Order, Reply, ServerKind, Usage } from "./protocol.ts";
import { type Pace, question } from "./script.ts";

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
};

export type Plan = { pace: Pace; streams: number; rounds: number };

/** One server in a process of its own and its readers in another; a few answers warm it up first. */
export async function measureServer(
  kind: ServerKind,
  { pace, streams, rounds }: Plan,
): Promise<Measure> {
  const child = fork(new URL(`./serve-${kind}.ts`, import.meta.url), {
    execArgv: ["--expose-gc", "--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  try {
    const place = await tell(child, { start: pace });
    if (!("url" in place)) throw new Error("the server did not say where it is");
    const load = { url: place.url, headers: place.headers, question };
    await read({ ...load, streams: Math.min(streams, warmUpStreams), rounds: 1 });
    await tell(child, { begin: true });
    const result = await read({ ...load, streams, rounds });
    const usage = await tell(child, { end: true });
    if (!("cpuSeconds" in usage)) throw new Error("the server did not say what it took");
    return summary({ kind, plan: { pace, streams, rounds }, result, usage });
  } finally {
    const ended = once(child, "exit");
    child.disconnect();
    await ended;
  }
}

const warmUpStreams = 8;

async function tell(child: ChildProcess, order: Order): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const fail = () => reject(new Error("a server of the bench ended early"));
  child.once("message", resolve);
  child.once("exit", fail);
  child.send(order);
  try {
    return await promise;
  } finally {
    child.off("exit", fail);
  }
}

function read(load: Load): Promise<LoadResult> {
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
  };
}
