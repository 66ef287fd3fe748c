import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startPostgresServer } from "../../test/postgres-server.ts";
import { describeRun } from "../report/machine.ts";
import { writeResult } from "../report/write-result.ts";
import { read } from "../stream/measure.ts";
import type { Served } from "../stream/protocol.ts";
import { question } from "../stream/script.ts";
import { type BenchServer, startBenchServer } from "../stream/start-bench-server.ts";
import { makeDocsRepository } from "./docs-repository.ts";
import { type Soak, writeSoakReport } from "./report.ts";

/** Two nodes for many minutes under answers, searches, broken connections and jobs: what they hold must not grow. */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    "no-write": { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
const pace = { tokens: 50, firstTokenMs: 200, pauseMs: 40 };
const streamsPerNode = 8;
const jobEachMs = 15_000;

const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
const postgres = await startPostgresServer();
const nodes: BenchServer[] = [];
try {
  const repository = await makeDocsRepository(join(folder, "docs.git"));
  for (const name of ["one", "other"]) {
    const dataFolder = join(folder, name);
    mkdirSync(dataFolder);
    const start = { pace, dataFolder, databaseUrl: postgres.url, repository };
    nodes.push(await startBenchServer("docent", start));
  }
  const run = describeRun();
  const report = writeSoakReport(await soak(nodes), { ...run, minutes });
  console.log(report);
  if (!values["no-write"]) writeResult(`${run.date}-soak`, report);
} finally {
  for (const node of nodes) await node.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function soak(nodes: BenchServer[]): Promise<Soak> {
  const holdMs = minutes * 60_000;
  const end = performance.now() + holdMs;
  const counts = { jobs: 0, left: 0, searches: 0 };
  for (const node of nodes) await node.begin();
  const jobs = (async () => {
    for (; performance.now() < end; await pause(jobEachMs)) {
      const { served } = nodes[counts.jobs % nodes.length] as BenchServer;
      await runJob(served, counts.jobs);
      counts.jobs += 1;
    }
  })();
  const leavers = nodes.map(async ({ served }) => {
    for (; performance.now() < end; await pause(500)) {
      await leaveEarly(served);
      counts.left += 1;
      await search(served);
      counts.searches += 1;
    }
  });
  const readers = nodes.map(({ served: { url, headers } }) =>
    read({ url, headers, question, streams: streamsPerNode, rounds: 1, holdMs }),
  );
  const results = await Promise.all(readers);
  await Promise.all([jobs, ...leavers]);
  const samples = await Promise.all(nodes.map(async (node) => (await node.end()).samples));
  return {
    ...counts,
    answers: results.reduce((sum, { timings }) => sum + timings.length, 0),
    failures: results.flatMap((result) => result.failures),
    samples,
  };
}

async function runJob({ url, jobHeaders }: Served, number: number): Promise<void> {
  const response = await fetch(new URL("/v1/agent/bench/job", url), {
    method: "POST",
    headers: { ...jobHeaders, "content-type": "application/json" },
    body: JSON.stringify({
      messages: [{ role: "user", content: "Edit the docs." }],
      branch: `docs/soak-${number}`,
    }),
  });
  const text = await response.text();
  if (!text.includes('"haultReason":"completed"')) throw new Error(`a job failed: ${text}`);
}

/** Asks, reads a little and goes away. */
async function leaveEarly({ url, headers }: Served): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      messages: [{ role: "user", parts: [{ type: "text", text: question }] }],
    }),
  });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
}

async function search({ url, headers }: Served): Promise<void> {
  const response = await fetch(new URL("/discovery/v1/search/bench", url), {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ query: "rotate a key" }),
  });
  if (!response.ok) throw new Error(`a search failed: ${await response.text()}`);
}
