import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { peakMb, residentMb } from "../report/memory.ts";
import { percentile } from "../report/percentile.ts";
import { answerParent } from "../report/run-child.ts";
import { type Choice, type DataSet, readDataSets } from "./data-set.ts";
import type { Engine, EngineKind } from "./engine.ts";
import { type EngineName, engines } from "./engine-list.ts";
import { makeScaleSet } from "./scale-set.ts";
import { type CrowdMeasure, searchInCrowd } from "./search-in-crowd.ts";

export type MeasureInput = {
  /** None: what the program itself takes with the docs read and dropped. */
  engine: EngineName | "none";
  data: Choice;
  /** A set's name, or how large the scale set is to be. */
  set: string | { docs: number; queries: number };
  /** How long to search from many sides at once; 0 for not at all. */
  crowdMs: number;
};

export type EngineMeasure = {
  /** For each query the docs or pages found, the best first; empty for the scale set. */
  rankings: string[][];
  buildSeconds: number;
  p50Ms: number;
  p99Ms: number;
  timedQueries: number;
  residentMb: number;
  peakMb: number;
  diskMb: number | undefined;
  crowd: CrowdMeasure | undefined;
};

const warmUpQueries = 50;
const timedQueries = 500;
/** A slow engine is timed over fewer queries, the first of the same list. */
const timedMs = 40_000;
const found = 10;
/** Passages asked for where pages are judged, so that ten pages are among them whatever the engine. */
const passagesForPages = 50;

answerParent(measureEngine);

async function measureEngine(input: MeasureInput): Promise<EngineMeasure> {
  const { docs, ...set } = readSet(input);
  const pages = new Map(docs.map((doc) => [doc.id, doc.page ?? doc.id]));
  const { build } = input.engine === "none" ? nothing : await engines[input.engine].open();
  const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
  const started = performance.now();
  const engine = await build(docs.splice(0), folder);
  const buildSeconds = (performance.now() - started) / 1000;
  const memory = residentMb(engine.pid);
  const isScale = typeof input.set !== "string";
  const rankings = isScale ? [] : await rank(engine, set, pages);
  const times = await time(engine, set.queries);
  const measure = {
    rankings,
    buildSeconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    timedQueries: times.length,
    residentMb: memory,
    peakMb: peakMb(engine.pid),
    diskMb: engine.diskBytes && engine.diskBytes() / 1_048_576,
    crowd: input.crowdMs > 0 ? await searchInCrowd(engine, set.queries, input.crowdMs) : undefined,
  };
  await engine.close();
  rmSync(folder, { recursive: true });
  return measure;
}

function readSet({ data, set }: MeasureInput): DataSet {
  if (typeof set !== "string")
    return makeScaleSet(readDataSets({ ...data, limit: undefined }), set);
  const [only] = readDataSets({ ...data, names: [set] });
  if (only === undefined) throw new Error(`there is no data set ${set}`);
  return only;
}

const nothing: EngineKind = {
  build: async () => ({
    search: async () => [],
    replace: async () => undefined,
    close: async () => undefined,
  }),
};

async function rank(
  engine: Engine,
  set: Pick<DataSet, "level" | "queries">,
  pages: Map<string, string>,
): Promise<string[][]> {
  const rankings: string[][] = [];
  for (const { text } of set.queries) {
    if (set.level === "doc") {
      rankings.push(await engine.search(text, found));
      continue;
    }
    const ids = await engine.search(text, passagesForPages);
    const ranked = new Set(ids.map((id) => pages.get(id) ?? id));
    rankings.push([...ranked].slice(0, found));
  }
  return rankings;
}

/** One query at a time, the same ones in the same order for every engine. */
async function time(engine: Engine, queries: DataSet["queries"]): Promise<number[]> {
  for (const { text } of queries.slice(0, warmUpQueries)) await engine.search(text, found);
  const times: number[] = [];
  const end = performance.now() + timedMs;
  for (const { text } of queries.slice(0, timedQueries)) {
    const started = performance.now();
    if (started > end) break;
    await engine.search(text, found);
    times.push(performance.now() - started);
  }
  return times;
}
