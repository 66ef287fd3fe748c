import { peakMb, processorMs, residentMb } from "../report/memory.ts";
import { percentile } from "../report/percentile.ts";
import type { Doc } from "../retrieval/data-set.ts";
import type { Engine, EngineKind } from "../retrieval/engine.ts";
import type { EngineName } from "../retrieval/engine-list.ts";
import { readPassages, type Sample } from "./passages.ts";

export type GrowthInput = {
  engine: EngineName;
  step: "build" | "reopen";
  /** Where the engine keeps what it keeps. */
  folder: string;
  texts: string;
  passages: number;
  /** Taken by the parent, so that reading the texts is not in this process's memory. */
  sample: Sample;
};

export type Update = { wallMs: number; cpuMs: number };
export type GrowthMeasure = {
  /** As many as there are, where fewer than asked for. */
  passages: number;
  /** From the texts, or from what is on disk, to the first answer. */
  firstMs: number;
  firstCpuMs: number;
  p50Ms: number;
  p99Ms: number;
  timed: number;
  /** Questions made of a passage's headings whose page is the first found. */
  pageFirst: number;
  residentMb: number;
  peakMb: number;
  diskMb: number | undefined;
  /** Medians over some pages; undefined when not measured. */
  update: Update | undefined;
};

const warmUp = 20;
const updates = 5;
/** A slow engine is timed over fewer questions. */
const timedMs = 20_000;

export async function measureGrowth(kind: EngineKind, input: GrowthInput): Promise<GrowthMeasure> {
  const { texts, passages, folder, sample } = input;
  const [started, cpu] = [performance.now(), processorMs()];
  const open = kind.reopen;
  if (input.step === "reopen" && !open) throw new Error("nothing is kept on disk");
  const engine =
    input.step === "reopen" && open
      ? await open(folder)
      : await kind.build(readPassages(texts, passages), folder);
  await engine.search(sample.questions[0] ?? "", 10);
  const firstMs = performance.now() - started;
  const firstCpuMs = processorMs(engine.pid) - cpu;
  const times = await time(engine, sample.questions);
  const measure = {
    passages: sample.passages,
    firstMs,
    firstCpuMs,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    timed: times.length,
    pageFirst: await countFirst(engine, sample.pages),
    residentMb: residentMb(engine.pid),
    peakMb: peakMb(engine.pid),
    diskMb: engine.diskBytes && engine.diskBytes() / 1_048_576,
    update: input.step === "build" ? await update(engine, sample.pages) : undefined,
  };
  await engine.close();
  return measure;
}

async function time(engine: Engine, all: string[]): Promise<number[]> {
  for (const text of all.slice(0, warmUp)) await engine.search(text, 10);
  const times: number[] = [];
  const end = performance.now() + timedMs;
  for (const text of all) {
    const started = performance.now();
    if (started > end) break;
    await engine.search(text, 10);
    times.push(performance.now() - started);
  }
  return times;
}

/** A share of pages that their own first heading path finds first. */
async function countFirst(engine: Engine, pages: Doc[][]): Promise<number> {
  let first = 0;
  const some = pages.slice(0, 50);
  for (const [doc] of some) {
    const [found] = await engine.search(doc?.title.split(" > ").join(" ") ?? "", 1);
    if (found?.split("#")[0] === doc?.page) first += 1;
  }
  return some.length === 0 ? 0 : first / some.length;
}

/** A page gets a new word each time; a search for it must find the page, or the run fails. */
async function update(engine: Engine, pages: Doc[][]): Promise<Update> {
  const done: Update[] = [];
  const end = performance.now() + timedMs;
  for (const [place, page] of pages.slice(0, updates + 1).entries()) {
    const word = `${"bdfgkmpz".charAt(place)}uixotrel`;
    const changed = page.map((doc) => ({ ...doc, text: `${doc.text}\n${word} ${word}` }));
    const [started, cpu] = [performance.now(), processorMs(engine.pid)];
    await engine.replace(changed);
    done.push({ wallMs: performance.now() - started, cpuMs: processorMs(engine.pid) - cpu });
    const found = await engine.search(word, 10);
    const isFound = found.some((id) => id.split("#")[0] === page[0]?.page);
    if (!isFound) throw new Error(`${word} was not found on ${page[0]?.page}: ${found.join(", ")}`);
    if (performance.now() > end) break;
  }
  // The first one warms up, where there was time for more.
  const later = done.length > 1 ? done.slice(1) : done;
  return {
    wallMs: percentile(
      later.map((one) => one.wallMs),
      0.5,
    ),
    cpuMs: percentile(
      later.map((one) => one.cpuMs),
      0.5,
    ),
  };
}
