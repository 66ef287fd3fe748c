import { parseArgs } from "node:util";
import { describeRun } from "../report/machine.ts";
import { runChild } from "../report/run-child.ts";
import { writeResult } from "../report/write-result.ts";
import type { Measured, Plan } from "./measure-job.ts";
import { writeReport } from "./report.ts";

const usage = "npm run bench:jobs -- [--jobs 6] [--no-write]";

const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: "6" },
    "no-write": { type: "boolean", default: false },
  },
});
const jobs = Number(values.jobs);
if (!Number.isInteger(jobs) || jobs < 1) {
  console.error(usage);
  process.exit(2);
}

const usual = { files: 5_000, steps: 20, bytesPerStep: 4_000, jobs };
const plans: Record<string, Plan[]> = {
  files: [500, 5_000, 20_000].map((files) => ({ ...usual, files })),
  steps: [10, 20, 80].map((steps) => ({ ...usual, steps })),
  patch: [1_000, 10_000, 200_000].map((bytesPerStep) => ({ ...usual, bytesPerStep })),
};
const results: Record<string, Measured[]> = {};
for (const [name, all] of Object.entries(plans)) {
  results[name] = [];
  for (const plan of all) {
    const { files, steps, bytesPerStep } = plan;
    process.stderr.write(`${files} files, ${steps} steps of ${bytesPerStep} bytes … `);
    const program = new URL("./measure-job.ts", import.meta.url);
    results[name].push(await runChild<Measured>(program, plan));
    process.stderr.write("done\n");
  }
}
const run = describeRun();
const report = writeReport(results, run);
console.log(report);
if (!values["no-write"]) writeResult(`${run.date}-jobs`, report);
