import { monitorEventLoopDelay } from "node:perf_hooks";
import type { DataSet } from "./data-set.ts";
import type { Engine } from "./engine.ts";

export type CrowdMeasure = {
  searchesPerSecond: number;
  /** How late the main thread's timer fired, its interval of 1 ms included. */
  delayMs: { p50: number; p99: number; max: number };
};

const atOnce = 20;

/** Searches from many sides at once for a while, and watches how long the main thread is held up. */
export async function searchInCrowd(
  engine: Engine,
  queries: DataSet["queries"],
  durationMs: number,
): Promise<CrowdMeasure> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let count = 0;
  const started = performance.now();
  const isOver = () => performance.now() - started >= durationMs;
  const reader = async () => {
    while (!isOver()) {
      const query = queries[count % queries.length];
      count += 1;
      await engine.search(query?.text ?? "", 10);
    }
  };
  delay.enable();
  await Promise.all(Array.from({ length: atOnce }, reader));
  delay.disable();
  const milliseconds = (nanoseconds: number) => nanoseconds / 1e6;
  return {
    searchesPerSecond: count / ((performance.now() - started) / 1000),
    delayMs: {
      p50: milliseconds(delay.percentile(50)),
      p99: milliseconds(delay.percentile(99)),
      max: milliseconds(delay.max),
    },
  };
}
