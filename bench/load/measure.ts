import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startPostgresServer } from "../../test/postgres-server.ts";
import { percentile } from "../report/percentile.ts";
import { read } from "../stream/measure.ts";
import type { Served, ServerKind } from "../stream/protocol.ts";
import { type Pace, question } from "../stream/script.ts";
import { type BenchServer, startBenchServer } from "../stream/start-bench-server.ts";
import { type DatabaseWork, databaseWork, workBetween } from "./database-work.ts";

export type Plan = {
  nodes: number;
  pace: Pace;
  streams: number;
  holdMs: number;
  jobs: number;
  folder: string;
  repository: string;
};

export type Measured = {
  kind: ServerKind;
  nodes: number;
  answers: number;
  failures: string[];
  answersPerSecond: number;
  firstTokenMs: { p50: number; p99: number };
  totalMs: { p50: number; p99: number };
  cpuPerAnswer: number;
  mbPerNode: number;
  /** For each answer. */
  database?: DatabaseWork;
  jobsPerHour?: number;
  cpuPerJob?: number;
};

/** So many nodes on one PostgreSQL behind a proxy, first under questions, then under jobs. */
export async function measureNodes(plan: Plan): Promise<Measured> {
  const postgres = await startPostgresServer();
  const { pace, folder, repository, nodes: count } = plan;
  const nodes: BenchServer[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      const dataFolder = join(folder, `${count}-${index}`);
      mkdirSync(dataFolder, { recursive: true });
      const start = { pace, dataFolder, databaseUrl: postgres.url, repository };
      nodes.push(await startBenchServer("docent", start));
    }
    return await underLoad("docent", plan, nodes, postgres.url);
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await postgres.stop();
  }
}

export async function measureBare(plan: Plan): Promise<Measured> {
  const bare = await startBenchServer("bare", { pace: plan.pace, dataFolder: plan.folder });
  try {
    return await underLoad("bare", plan, [bare]);
  } finally {
    await bare.close();
  }
}

async function underLoad(
  kind: ServerKind,
  plan: Plan,
  nodes: BenchServer[],
  databaseUrl?: string,
): Promise<Measured> {
  const proxy = await startProxy(nodes.map(({ served }) => Number(new URL(served.url).port)));
  const [{ served } = { served: undefined }] = nodes;
  if (!served) throw new Error("there is no node");
  const url = throughProxy(served.url, proxy.port);
  const load = { url, headers: served.headers, question, streams: plan.streams };
  try {
    await read({ ...load, rounds: 1 });
    for (const node of nodes) await node.begin();
    const before = databaseUrl && (await databaseWork(databaseUrl));
    const result = await read({ ...load, rounds: 1, holdMs: plan.holdMs });
    const work = before && databaseUrl && workBetween(before, await databaseWork(databaseUrl));
    const usages = await Promise.all(nodes.map((node) => node.end()));
    const answers = result.timings.length;
    const cpu = usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    const spread = (values: number[]) => ({
      p50: percentile(values, 0.5),
      p99: percentile(values, 0.99),
    });
    return {
      kind,
      nodes: nodes.length,
      answers,
      failures: result.failures,
      answersPerSecond: answers / result.seconds,
      firstTokenMs: spread(result.timings.map((one) => one.firstTokenMs)),
      totalMs: spread(result.timings.map((one) => one.totalMs)),
      cpuPerAnswer: cpu / answers,
      mbPerNode: Math.max(...usages.map(({ peakMb }) => peakMb)),
      ...(work && { database: each(work, answers) }),
      ...(served.jobHeaders && (await underJobs(plan, nodes, served, proxy.port))),
    };
  } finally {
    await proxy.close();
  }
}

function each(work: DatabaseWork, answers: number): DatabaseWork {
  const { commits, rows, walBytes, cpuSeconds } = work;
  return {
    commits: commits / answers,
    rows: rows / answers,
    walBytes: walBytes / answers,
    cpuSeconds: cpuSeconds / answers,
  };
}

/** All jobs at once: each node works on a few, the others wait in the queue. */
async function underJobs({ jobs }: Plan, nodes: BenchServer[], served: Served, port: number) {
  const url = throughProxy(new URL("/v1/agent/bench/job", served.url).href, port);
  for (const node of nodes) await node.begin();
  const started = performance.now();
  const run = async (_: unknown, index: number) => {
    const messages = [{ role: "user", content: "Edit the docs." }];
    const body = JSON.stringify({ messages, branch: `docs/load-${nodes.length}-${index}` });
    const headers = { ...served.jobHeaders, "content-type": "application/json" };
    const text = await (await fetch(url, { method: "POST", headers, body })).text();
    if (!text.includes('"haultReason":"completed"')) throw new Error(`a job failed: ${text}`);
  };
  await Promise.all(Array.from({ length: jobs }, run));
  const hours = (performance.now() - started) / 3_600_000;
  const usages = await Promise.all(nodes.map((node) => node.end()));
  const cpu = usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return { jobsPerHour: jobs / hours, cpuPerJob: cpu / jobs };
}

function throughProxy(url: string, port: number): string {
  const address = new URL(url);
  address.port = String(port);
  return address.href;
}

async function startProxy(ports: number[]) {
  const child = fork(new URL("./proxy.ts", import.meta.url), { stdio: "inherit" });
  child.send(ports);
  const [port] = (await once(child, "message")) as [number];
  const close = async () => {
    const ended = once(child, "exit");
    child.disconnect();
    await ended;
  };
  return { port, close };
}
