import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";

const ticksPerSecond = 100;
const costs = process.env.TEST_COSTS_FILE;

/** Runs before each file of tests, and notes in the run's own file what the processor spends on it: in the worker, and in all that this starts. */
if (costs !== undefined) {
  let before = 0;
  beforeAll(() => {
    before = ticksOf(process.pid);
  });
  afterAll(() => {
    const seconds = (ticksOf(process.pid) - before) / ticksPerSecond;
    appendFileSync(costs, `${JSON.stringify({ file: expect.getState().testPath, seconds })}\n`);
  });
}

/** Of a process, of those of its children that ended, and of those that run; none where the system does not say. */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const own = fields.slice(11, 15).map(Number);
    return [...own, ...childrenOf(pid).map(ticksOf)].reduce((sum, ticks) => sum + ticks, 0);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/children`, "utf8"));
  return children.flatMap((ids) => ids.split(" ").filter(Boolean).map(Number));
}
