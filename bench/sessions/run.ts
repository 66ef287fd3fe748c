import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startPostgresServer } from "../../test/postgres-server.ts";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { percentile } from "../report/percentile.ts";
import { writeResult } from "../report/write-result.ts";
import type { Served } from "../stream/protocol.ts";
import { type BenchServer, startBenchServer } from "../stream/start-bench-server.ts";

/** The list of a project's jobs where there are very many: its first part, and the whole, read fast and slowly. */
const { values } = parseArgs({
  options: {
    sessions: { type: "string", default: "100000" },
    requests: { type: "string", default: "300" },
    store: { type: "string", default: "sqlite,postgres" },
    "no-write": { type: "boolean", default: false },
  },
});
const sessions = Number(values.sessions);
const pace = { tokens: 1, firstTokenMs: 0, pauseMs: 0 };
const slowPauseMs = 20;
const mark = Buffer.from('"sessionId"');

const rows = [["store", "what is read", "p50 / p99 ms", "MB", "seconds", "CPU s", "memory +MB"]];
for (const store of values.store.split(",")) await measure(store);
const run = describeRun();
const report = `# A list of ${sessions} jobs, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:sessions\`. \`GET …/jobs\` of a project with ${sessions} jobs that have ended, on one server; the newest 50 are asked for
${values.requests} times, one after the other. Memory is the most that the server's resident set grew meanwhile. The slow reader waits ${slowPauseMs} ms after each piece.

${markdownTable(rows)}
`;
console.log(report);
if (!values["no-write"]) writeResult(`${run.date}-sessions`, report);

async function measure(store: string): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), "docent-bench-"));
  const postgres = store === "postgres" ? await startPostgresServer() : undefined;
  const databaseUrl = postgres?.url;
  const start = { pace, dataFolder, sessions, ...(databaseUrl && { databaseUrl }) };
  const server = await startBenchServer("docent", start);
  try {
    rows.push([store, ...(await firstPart(server))]);
    rows.push([store, ...(await whole(server, "all", 0))]);
    rows.push([store, ...(await whole(server, "all, slowly", slowPauseMs))]);
    console.error(rows.slice(-3).join("\n"));
  } finally {
    await server.close();
    await postgres?.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function firstPart(server: BenchServer): Promise<string[]> {
  for (let turn = 0; turn < 50; turn += 1) await list(server.served, "?take=50", 0);
  await server.begin();
  const times: number[] = [];
  let bytes = 0;
  for (let turn = 0; turn < Number(values.requests); turn += 1) {
    const started = performance.now();
    bytes = (await list(server.served, "?take=50", 0)).bytes;
    times.push(performance.now() - started);
  }
  const spread = [0.5, 0.99].map((share) => percentile(times, share).toFixed(1)).join(" / ");
  const total = times.reduce((sum, one) => sum + one, 0);
  return ["the newest 50", spread, ...(await taken(server, bytes, total))];
}

async function whole(server: BenchServer, name: string, pauseMs: number): Promise<string[]> {
  await server.begin();
  const started = performance.now();
  const { bytes, found } = await list(server.served, "", pauseMs);
  if (found !== sessions) throw new Error(`${found} of ${sessions} jobs were listed`);
  return [name, "", ...(await taken(server, bytes, performance.now() - started))];
}

async function taken(server: BenchServer, bytes: number, ms: number): Promise<string[]> {
  const { cpuSeconds, restMb, peakMb } = await server.end();
  const mb = (bytes / 2 ** 20).toFixed(2);
  return [mb, (ms / 1000).toFixed(1), cpuSeconds.toFixed(2), (peakMb - restMb).toFixed(0)];
}

/** Counts what it is sent and keeps none of it. */
async function list({ url, jobHeaders = {} }: Served, query: string, pauseMs: number) {
  const address = new URL(`/v1/agent/bench/jobs${query}`, url);
  const { promise, resolve, reject } = Promise.withResolvers<AsyncIterable<Buffer>>();
  request(address, { headers: jobHeaders }, (response) => {
    if (response.statusCode === 200) resolve(response);
    else reject(new Error(`status ${response.statusCode}`));
  })
    .on("error", reject)
    .end();
  let [bytes, found] = [0, 0];
  let end = Buffer.alloc(0);
  for await (const piece of await promise) {
    bytes += piece.length;
    const text = Buffer.concat([end, piece]);
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found += 1;
    end = text.subarray(Math.max(0, text.length - mark.length + 1));
    if (pauseMs > 0) await pause(pauseMs);
  }
  return { bytes, found };
}
