import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeRun } from "../report/machine.ts";
import { writeResult } from "../report/write-result.ts";
import { makeDocsRepository } from "./docs-repository.ts";
import { type Measured, measureBare, measureNodes } from "./measure.ts";
import { writeReport } from "./report.ts";

const usage =
  "npm run bench:load -- [--nodes 1,2,4] [--streams 100] [--seconds 20] [--jobs 16] [--no-write]";

const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "1,2,4" },
    streams: { type: "string", default: "100" },
    seconds: { type: "string", default: "20" },
    jobs: { type: "string", default: "16" },
    "no-write": { type: "boolean", default: false },
  },
});
const counts = values.nodes.split(",").map(Number);
const numbers = { streams: Number(values.streams), jobs: Number(values.jobs) };
const holdMs = Number(values.seconds) * 1000;
if (![...counts, holdMs, ...Object.values(numbers)].every((one) => one > 0)) {
  console.error(usage);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
try {
  const repository = await makeDocsRepository(join(folder, "docs.git"));
  const pace = { tokens: 100, firstTokenMs: 200, pauseMs: 10 };
  const plan = { ...numbers, pace, holdMs, folder, repository };
  const results: Measured[] = [await measureBare({ ...plan, nodes: 1 })];
  for (const nodes of counts) {
    const measured = await measureNodes({ ...plan, nodes });
    for (const failure of measured.failures.slice(0, 3)) console.error(failure);
    console.error(`${nodes} nodes: ${measured.answersPerSecond.toFixed(1)} answers/s`);
    results.push(measured);
  }
  const run = describeRun();
  const report = writeReport(results, { ...run, ...plan });
  console.log(report);
  if (!values["no-write"]) writeResult(`${run.date}-load`, report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
