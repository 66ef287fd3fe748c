import type { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { engines } from "./engine-list.ts";
import { versionOf } from "./ensure-peers.ts";
import type { Measured, Results, Scored, SetResult } from "./measure-all.ts";
import type { EngineMeasure } from "./measure-engine.ts";

type Input = {
  results: Results;
  run: ReturnType<typeof describeRun>;
  /** The plot's file beside the report, if there is one. */
  plot: string | undefined;
};

/** The result as Markdown, complete enough to be read alone. */
export function writeReport({ results, run, plot }: Input): string {
  const parts = [
    `# Retrieval beside other engines, ${run.date}`,
    `Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:retrieval -- --data DIR\`. All engines in one run, each in a process of its own, over the same texts, queries and scoring. Settings of Docent were tuned on the even half of each set, so the odd half is the one to go by; the interval is a bootstrap 95 % interval of its nDCG@10. Times are for one query at a time, top 10, after a warm-up. Memory is what the engine adds to the resident memory of the same program without one: after the build, and at its peak.`,
    ...(plot === undefined ? [] : [`![nDCG@10 against the median query time](${plot})`]),
    ...results.sets.map(setPart),
    scalePart(results.scale),
    embedderPart(results),
    enginePart(results),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function setPart(set: SetResult): string {
  const unit = set.level === "page" ? "scored per page" : "scored per document";
  const head = [
    "engine",
    "**nDCG@10, odd half**",
    "recall@5, odd",
    "MRR@10, odd",
    "nDCG@10, even",
    "nDCG@10 / recall@5 / MRR@10, all",
    ...measureHead,
  ];
  const rows = set.rows.map((row) => [
    engines[row.engine].title,
    `**${score(row.odd.ndcg10)}** [${score(row.interval[0])}, ${score(row.interval[1])}]`,
    score(row.odd.recall5),
    score(row.odd.mrr10),
    score(row.even.ndcg10),
    scoresOf(row.all),
    ...measureCells(row.measure),
  ]);
  const title = `## ${set.name}: ${count(set.docs)} passages, ${count(set.queries)} queries, ${unit}`;
  return `${title}\n\n${markdownTable([head, ...rows])}`;
}

const measureHead = [
  "p50 ms",
  "p99 ms",
  "queries timed",
  "build s",
  "memory MB",
  "peak MB",
  "disk MB",
];

function measureCells(measure: EngineMeasure): string[] {
  return [
    time(measure.p50Ms),
    time(measure.p99Ms),
    count(measure.timedQueries),
    measure.buildSeconds.toFixed(1),
    measure.residentMb.toFixed(0),
    measure.peakMb.toFixed(0),
    measure.diskMb === undefined ? "–" : measure.diskMb.toFixed(0),
  ];
}

function scalePart(scale: Results["scale"]): string {
  if (scale === undefined) return "";
  const p50Of = (name: string) => scale.rows.find((row) => row.engine === name)?.measure.p50Ms;
  const docent = p50Of("docent");
  const head = ["engine", ...measureHead, "p50 as a multiple of Docent's"];
  const rows = scale.rows.map((row) => [
    engines[row.engine].title,
    ...measureCells(row.measure),
    docent === undefined ? "–" : `×${(row.measure.p50Ms / docent).toFixed(1)}`,
  ]);
  const peer = p50Of("minisearch");
  const ratio =
    docent === undefined || peer === undefined
      ? ""
      : `MiniSearch's median is **${(peer / docent).toFixed(1)} times** Docent's.`;
  return [
    `## Speed at ${count(scale.docs)} passages`,
    `The docs of the sets above over and over, each copy with 15 % of its words taken from other docs; ${count(scale.queries)} of their queries in turns.`,
    markdownTable([head, ...rows]),
    ratio,
    crowdPart(scale.rows),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function crowdPart(rows: Measured[]): string {
  const crowd = rows.find((row) => row.engine === "docent")?.measure.crowd;
  if (crowd === undefined) return "";
  const { p50, p99, max } = crowd.delayMs;
  const verdict = p99 < 20 ? "kept" : "**not kept**";
  return `20 searches at once for 5 s on Docent's search thread: ${crowd.searchesPerSecond.toFixed(0)} searches/s; the main thread's event loop was late by ${time(p50)} ms (p50), ${time(p99)} ms (p99), ${time(max)} ms (most), the timer's own 1 ms included. Wanted: p99 under 20 ms, ${verdict}.`;
}

function embedderPart({ embedder, sets }: Results): string {
  const passages = sets.reduce((sum, set) => sum + set.docs, 0);
  return `## The bundled embedder\n\nOne thread, ${count(passages)} passages: ${count(embedder.coldPerSecond)} passages/s the first time over them, ${count(embedder.warmPerSecond)} passages/s when their words are known; its weights load in ${embedder.loadMs.toFixed(0)} ms.`;
}

function enginePart({ sets, scale }: Results): string {
  const names = (sets[0]?.rows ?? scale?.rows ?? []).map((row) => row.engine);
  const rows = names.map((name) => [engines[name].title, versionOf(name), engines[name].settings]);
  return `## Engines\n\n${markdownTable([["engine", "version", "settings"], ...rows])}`;
}

function scoresOf({ ndcg10, recall5, mrr10 }: Scored["all"]): string {
  return [ndcg10, recall5, mrr10].map(score).join(" / ");
}

function score(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}

function time(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 2 : 0);
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
