import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildProgram } from "../report/built-program.ts";
import { describeRun } from "../report/machine.ts";
import { runChild } from "../report/run-child.ts";
import { writeResult } from "../report/write-result.ts";
import { type SourceKind, startRepository } from "./docs-tree.ts";
import { makeDocs } from "./make-docs.ts";
import type { BaselineMeasure } from "./measure-baseline.ts";
import type { SyncMeasure } from "./measure-sync.ts";
import { type SizeResult, writeReport } from "./report.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "100,1000,10000" },
    "no-write": { type: "boolean", default: false },
  },
});
const sizes = values.sizes.split(",").map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size >= 10)) {
  console.error("--sizes takes numbers of pages, 10 or more each: --sizes 100,1000,10000");
  process.exit(2);
}

const results: SizeResult[] = [];
const { remove, ...built } = await buildProgram("bench/ingest/measure-sync.ts");
for (const size of sizes.sort((left, right) => left - right)) {
  for (const kind of ["folder", "git"] as const) results.push(await measureSize(size, kind));
}
remove();
const run = describeRun();
const report = writeReport(results, run);
console.log(report);
if (!values["no-write"]) writeResult(`${run.date}-ingest`, report);

async function measureSize(pageCount: number, kind: SourceKind): Promise<SizeResult> {
  process.stderr.write(`${pageCount} pages, ${kind} … `);
  const started = performance.now();
  const root = mkdtempSync(join(tmpdir(), "docent-bench-docs-"));
  try {
    makeDocs(root, pageCount);
    const baseline = await runChild<BaselineMeasure>(
      new URL("./measure-baseline.ts", import.meta.url),
      { root },
    );
    if (kind === "git") startRepository(root);
    const input = { root, kind, pageCount };
    const { program, compileCache } = built;
    const sync = await runChild<SyncMeasure>(program, input, { compileCache });
    return { kind, baseline, sync };
  } finally {
    rmSync(root, { recursive: true });
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  }
}
