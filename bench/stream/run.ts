import { parseArgs } from "node:util";
import { describeRun } from "../report/machine.ts";
import { writeResult } from "../report/write-result.ts";
import { measureServer, type Plan } from "./measure.ts";
import { type Pair, writeReport } from "./report.ts";

const usage =
  "npm run bench:stream -- [--streams 1,50,500] [--tokens 400] [--requests 100] [--no-write]";
const pauseMs = 20;
const firstTokenTimesMs = [0, 300];
/** For the time to the first token the rest of the answer does not matter. */
const shortAnswer = 10;
/** A single reader asks a few times: one answer says nothing. */
const fewestAnswers = 4;

const { values } = parseArgs({
  options: {
    streams: { type: "string", default: "1,50,500" },
    tokens: { type: "string", default: "400" },
    requests: { type: "string", default: "100" },
    "no-write": { type: "boolean", default: false },
  },
});
const streamCounts = values.streams.split(",").map(Number);
const tokens = Number(values.tokens);
const requests = Number(values.requests);
if (![...streamCounts, tokens, requests].every((count) => Number.isInteger(count) && count > 0)) {
  console.error(usage);
  process.exit(2);
}

const latency: Pair[] = [];
for (const firstTokenMs of firstTokenTimesMs) {
  const pace = { tokens: shortAnswer, firstTokenMs, pauseMs };
  latency.push(await measurePair({ pace, streams: 1, rounds: requests }));
}
const load: Pair[] = [];
for (const streams of streamCounts) {
  const pace = { tokens, firstTokenMs: 300, pauseMs };
  load.push(await measurePair({ pace, streams, rounds: Math.ceil(fewestAnswers / streams) }));
}
const run = describeRun();
const report = writeReport({ latency, load }, run);
console.log(report);
for (const { docent, bare } of [...latency, ...load]) {
  for (const failure of [...docent.failures, ...bare.failures].slice(0, 5)) console.error(failure);
}
if (!values["no-write"]) writeResult(`${run.date}-stream`, report);

async function measurePair(plan: Plan): Promise<Pair> {
  const { streams, pace } = plan;
  process.stderr.write(`${streams} streams of ${pace.tokens} tokens: bare … `);
  const bare = await measureServer("bare", plan);
  process.stderr.write("docent … ");
  const docent = await measureServer("docent", plan);
  process.stderr.write("done\n");
  return { docent, bare };
}
