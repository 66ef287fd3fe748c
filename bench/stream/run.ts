import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgresServer } from "../../test/postgres-server.ts";
import { describeRun } from "../report/machine.ts";
import { writeResult } from "../report/write-result.ts";
import { type Measure, measureServer, type Plan } from "./measure.ts";
import type { ServerKind } from "./protocol.ts";
import { comparison, type Pair, writeReport } from "./report.ts";

const usage =
  "npm run bench:stream -- [--streams 1,50,500] [--times 3] [--tokens 400] [--requests 100] [--postgres] [--hold 2000] [--minutes 5] [--no-write]";
const pauseMs = 20;
const firstTokenTimesMs = [0, 300];
/** For the time to the first token the rest of the answer does not matter. */
const shortAnswer = 10;
/** A single reader asks a few times: one answer says nothing. */
const fewestAnswers = 4;
/** Streams that are held get a piece twice a second: more of them in all than one processor can pass on would measure that alone. */
const heldPace = { tokens: 100, firstTokenMs: 300, pauseMs: 500, isProse: true };

const { values } = parseArgs({
  options: {
    streams: { type: "string", default: "1,50,500" },
    times: { type: "string", default: "3" },
    tokens: { type: "string", default: "400" },
    requests: { type: "string", default: "100" },
    postgres: { type: "boolean", default: false },
    hold: { type: "string", default: "0" },
    minutes: { type: "string", default: "5" },
    "no-write": { type: "boolean", default: false },
  },
});
const streamCounts = values.streams.split(",").map(Number);
const [times, tokens, requests, hold] = [
  values.times,
  values.tokens,
  values.requests,
  values.hold,
].map(Number) as [number, number, number, number];
if (![...streamCounts, times, tokens, requests, hold].every(Number.isInteger)) {
  console.error(usage);
  process.exit(2);
}

const dataFolder = mkdtempSync(join(tmpdir(), "docent-bench-"));
const server = values.postgres ? await startPostgresServer() : undefined;
const place = { dataFolder, ...(server && { databaseUrl: server.url }) };
try {
  await (hold > 0 ? measureHeld() : measureAll());
} finally {
  await server?.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}

async function measureAll(): Promise<void> {
  const latency: Pair[] = [];
  for (const firstTokenMs of requests > 0 ? firstTokenTimesMs : []) {
    const pace = { tokens: shortAnswer, firstTokenMs, pauseMs };
    latency.push(...(await measurePairs({ pace, streams: 1, rounds: requests }, 1)));
  }
  const load: Pair[] = [];
  for (const streams of streamCounts) {
    const pace = { tokens, firstTokenMs: 300, pauseMs };
    const plan = { pace, streams, rounds: Math.ceil(fewestAnswers / streams) };
    load.push(...(await measurePairs(plan, times)));
  }
  report({ latency, load, held: [] });
}

/** Many streams for minutes, with what the server holds meanwhile. */
async function measureHeld(): Promise<void> {
  const holdMs = Number(values.minutes) * 60_000;
  const plan = { pace: heldPace, streams: hold, rounds: 1, holdMs };
  report({ latency: [], load: [], held: [await measureOne("docent", plan)] });
}

/** One server after the other, again and again: what else the machine does meets both. */
async function measurePairs(plan: Plan, times: number): Promise<Pair[]> {
  const pairs: Pair[] = [];
  while (pairs.length < times) {
    const bare = await measureOne("bare", plan);
    const pair = { bare, docent: await measureOne("docent", plan) };
    console.error(`${plan.streams} streams of ${plan.pace.tokens} tokens: ${comparison(pair)}`);
    pairs.push(pair);
  }
  return pairs;
}

async function measureOne(kind: ServerKind, plan: Plan): Promise<Measure> {
  const measure = await measureServer(kind, plan, place);
  for (const failure of measure.failures.slice(0, 5)) console.error(failure);
  return measure;
}

function report(results: Parameters<typeof writeReport>[0]): void {
  const run = describeRun();
  const store = values.postgres ? "PostgreSQL" : "SQLite";
  const text = writeReport(results, { ...run, store });
  console.log(text);
  const name = [run.date, "stream", ...(hold > 0 ? ["held"] : []), ...(server ? ["postgres"] : [])];
  if (!values["no-write"]) writeResult(name.join("-"), text);
}
