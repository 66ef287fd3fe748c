import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as z from "zod";
import { readCosts } from "./read-costs.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";
import type { Totals } from "./totals.ts";

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** A fork copies the page tables of all that was allocated; with large pages these are small, and tests start thousands of processes. */
const cheapForks = { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" };

type VitestRun = { root: string; vitest: string; args: string[]; output: "inherit" | "ignore" };

/** Runs vitest in a folder and counts its tests. A run that breaks off counts as a failed test. */
export async function runVitest({ root, vitest, args, output }: VitestRun): Promise<Totals> {
  const folder = makeTemporaryFolder();
  const report = join(folder.path, "report.json");
  const costs = join(folder.path, "costs.jsonl");
  try {
    const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
    const command = [vitest, "run", ...reporters, ...args];
    const colour = process.stdout.isTTY ? {} : { NO_COLOR: "1" };
    const places = { TMPDIR: folder.path, TEST_COSTS_FILE: costs };
    const env = { ...process.env, ...colour, ...cheapForks, ...places };
    if (folder.isInMemory && output === "inherit") console.log("Temporary files are in memory.");
    const child = spawn(process.execPath, command, { cwd: root, stdio: output, env });
    const [status] = await once(child, "close");
    const read = readReport(report);
    if (output === "inherit") console.log(dearestFiles(read, root, readCosts(costs)));
    return countTests(read, status);
  } finally {
    folder.remove();
  }
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

const shownFiles = 25;

/** Where the time goes: the files that the processor spent most on, or that took longest where it is not known, with both. */
export function dearestFiles(report: unknown, root: string, costs: Map<string, number>): string {
  const results = Report.safeParse(report).data?.testResults ?? [];
  const shown = (seconds: number | undefined) => `${(seconds?.toFixed(1) ?? "?").padStart(7)} s`;
  const lines = results
    .map(({ name, startTime, endTime }) => {
      return { name, seconds: (endTime - startTime) / 1_000, cost: costs.get(name) };
    })
    .sort((one, other) => (other.cost ?? other.seconds) - (one.cost ?? one.seconds))
    .slice(0, shownFiles)
    .map(({ name, seconds, cost }) => `${shown(cost)} ${shown(seconds)}  ${relative(root, name)}`);
  return ["Dearest files, by the processor's time and by the clock:", ...lines].join("\n");
}

/** The totals of vitest's JSON report; undefined and empty reports are failures. */
export function countTests(report: unknown, exitStatus: number | null): Totals {
  const parsed = Report.safeParse(report);
  if (!parsed.success) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests } = parsed.data;
  const brokenFiles = parsed.data.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((result) => result.status !== "failed"),
  );
  const skipped = numPendingTests + numTodoTests;
  const failed = numFailedTests + brokenFiles.length;
  const foundNothing = passed + failed === 0;
  const failedOtherwise = exitStatus !== 0 && failed === 0;
  return { passed, skipped, failed: foundNothing || failedOtherwise ? 1 : failed };
}
