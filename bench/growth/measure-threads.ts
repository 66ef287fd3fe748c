import { join } from "node:path";
import { createLog } from "../../src/lib/log.ts";
import { createSearch } from "../../src/search/search.ts";
import { connectDatabase } from "../../src/store/database.ts";
import { findProjectByDomain } from "../../src/store/docs/projects.ts";
import { processorMs, residentMb } from "../report/memory.ts";
import { percentile } from "../report/percentile.ts";
import { answerParent } from "../report/run-child.ts";
import { openDocent } from "../retrieval/engines/docent.ts";
import { benchProject } from "../retrieval/engines/store-docs.ts";
import { readPassages } from "./passages.ts";

export type ThreadsInput = {
  folder: string;
  /** To build from, or nothing to search in what was built. */
  texts?: { file: string; passages: number };
  threads: number;
  questions: string[];
  /** How many wait for an answer at any moment. */
  atOnce: number;
  seconds: number;
};

export type ThreadsMeasure = {
  perSecond: number;
  cpuMs: number;
  p50Ms: number;
  p99Ms: number;
  residentMb: number;
};

const warmUpMs = 4_000;

answerParent(async ({ texts, ...input }: ThreadsInput): Promise<ThreadsMeasure | null> => {
  if (!texts) return measureThreads(input);
  const kind = await openDocent();
  const engine = await kind.build(readPassages(texts.file, texts.passages), input.folder);
  await engine.close();
  return null;
});

/** Searches per second with so many threads, in what another process has built. */
async function measureThreads(input: ThreadsInput): Promise<ThreadsMeasure> {
  const store = { kind: "sqlite", file: join(input.folder, "docent.db") } as const;
  const db = connectDatabase(store, 1);
  const revisionId = (await findProjectByDomain(db, benchProject.domain))?.currentRevisionId;
  if (!revisionId) throw new Error("there is nothing stored");
  const search = createSearch({
    ...{ store, folder: join(input.folder, "indexes"), threads: input.threads },
    memoryBytes: 4_096 * 1_048_576,
    log: createLog({ level: "error", format: "pretty" }),
  });
  let next = 0;
  const askUntil = async (end: number, times: number[]) => {
    while (performance.now() < end) {
      const text = input.questions[next % input.questions.length] ?? "";
      next += 1;
      const started = performance.now();
      const query = { text, hints: [], liftPaths: [], filter: {}, limit: 10 };
      await search.search(revisionId, query);
      times.push(performance.now() - started);
    }
  };
  const askAll = async (ms: number) => {
    const times: number[] = [];
    const end = performance.now() + ms;
    await Promise.all(Array.from({ length: input.atOnce }, () => askUntil(end, times)));
    return times;
  };
  await askAll(warmUpMs);
  const [started, cpu] = [performance.now(), processorMs()];
  const times = await askAll(input.seconds * 1_000);
  const ms = performance.now() - started;
  const measure = {
    perSecond: (times.length * 1_000) / ms,
    cpuMs: (processorMs() - cpu) / times.length,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    residentMb: residentMb(),
  };
  await search.close();
  await db.destroy();
  return measure;
}
