import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildProgram } from "../report/built-program.ts";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { runChild } from "../report/run-child.ts";
import { writeResult } from "../report/write-result.ts";
import type { ThreadsInput, ThreadsMeasure } from "./measure-threads.ts";
import { samplePassages } from "./passages.ts";

const { values } = parseArgs({
  options: {
    /** Where the growth bench keeps its texts. */
    cache: { type: "string", default: join(import.meta.dirname, "../.cache/growth") },
    sizes: { type: "string", default: "28000" },
    seconds: { type: "string", default: "10" },
    turns: { type: "string", default: "3" },
    "no-write": { type: "boolean", default: false },
  },
});
const cache = resolve(values.cache);
const file = join(cache, "texts.jsonl");
const cores = availableParallelism();
const numbers = [1, cores];
const atOnce = 8;
const { program, compileCache, remove } = await buildProgram("bench/growth/measure-threads.ts");
const head = ["passages", "threads", "searches/s", "CPU ms a search", "p50 ms", "p99 ms", "MB"];
const rows: string[][] = [head];
for (const size of values.sizes.split(",").map(Number)) await measureSize(size);
remove();
const run = describeRun();
const report = `# Searches per second by threads, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`node bench/growth/run-threads.ts\`. The texts and questions of the growth bench, ${atOnce} searches waiting at any moment for ${values.seconds} s after a warm-up, a process for each row, the numbers of threads by turns. The main thread, which asks, shares the ${cores} cores.

${markdownTable(rows)}
`;
console.log(report);
if (!values["no-write"]) writeResult(`${run.date}-search-threads`, report);

async function measureSize(size: number): Promise<void> {
  const folder = mkdtempSync(join(cache, "threads-"));
  const { questions, passages } = samplePassages(file, size, 300);
  const input = { folder, questions, atOnce, threads: 1, seconds: Number(values.seconds) };
  const measure = (more: Partial<ThreadsInput>) =>
    runChild<ThreadsMeasure>(program, { ...input, ...more } satisfies ThreadsInput, {
      compileCache,
    });
  try {
    await measure({ texts: { file, passages: size } });
    for (let turn = 0; turn < Number(values.turns); turn += 1)
      for (const threads of numbers) {
        const one = await measure({ threads });
        const [perSecond, cpuMs] = [one.perSecond.toFixed(0), one.cpuMs.toFixed(2)];
        const times = [one.p50Ms.toFixed(1), one.p99Ms.toFixed(1), one.residentMb.toFixed(0)];
        rows.push([passages.toLocaleString("en-US"), String(threads), perSecond, cpuMs, ...times]);
        console.error(rows.at(-1)?.join(" "));
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
