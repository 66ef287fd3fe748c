import type { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import type { SourceKind } from "./docs-tree.ts";
import type { BaselineMeasure } from "./measure-baseline.ts";
import type { SyncMeasure } from "./measure-sync.ts";

export type SizeResult = { kind: SourceKind; baseline: BaselineMeasure; sync: SyncMeasure };

/** The result as Markdown, complete enough to be read alone. */
export function writeReport(results: SizeResult[], run: ReturnType<typeof describeRun>): string {
  return `# Ingestion, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:ingest\`. Generated docs of 3 to 8 KB a page (front matter, headings,
prose, lists, code, tables, links, a \`docs.json\`), SQLite, the bundled embedder, pages read and searched on threads as the
server does; a process for each row. The vectors of the bundled model are stored together with the text, so a page is found by its
words and by its meaning at the same moment.

## The first sync

"Searchable" is from the start of the sync to the first answer over the new pages. The baseline reads every file and parses it with
markdown-it, and keeps nothing. CPU is the processor's time of all threads, which says more than the clock where others use the machine.

${firstTable(results)}

## Later syncs

Each from the start of the sync to the answer of a search in what it published: nothing changed (the sync alone), one page in a
hundred changed, a new sentence in one page found, the page removed and its sentence no longer found (medians of five). What changed
in a folder the sync is told as a running server's watch tells it; in a repository it compares with the commit before. Where neither is
known, as in the first sync after a start, every file is listed.

${laterTable(results)}

## Growth

Seconds per page as a multiple of the smallest size of the same source: 1 is linear.

${growthTable(results)}
`;
}

function firstTable(results: SizeResult[]): string {
  const head = [
    "source",
    "pages",
    "passages",
    "pages/s of the sync",
    "pages/s until searchable",
    "sync s",
    "sync CPU ms a page",
    "first answer s",
    "baseline s",
    "baseline CPU ms a page",
    "CPU, × baseline",
    "peak MB",
    "index MB",
    "store MB",
  ];
  const rows = results.map(({ kind, sync, baseline }) => [
    kind,
    count(sync.pages),
    count(sync.passages),
    count(sync.pages / sync.firstSyncSeconds),
    count(sync.pages / sync.firstAnswerSeconds),
    sync.firstSyncSeconds.toFixed(2),
    (sync.firstSyncCpuMs / sync.pages).toFixed(2),
    sync.firstAnswerSeconds.toFixed(2),
    baseline.seconds.toFixed(2),
    (baseline.cpuMs / sync.pages).toFixed(2),
    `×${(sync.firstSyncCpuMs / baseline.cpuMs).toFixed(1)}`,
    `${sync.peakMb.toFixed(0)} (baseline ${baseline.peakMb.toFixed(0)})`,
    sync.indexMb.toFixed(1),
    sync.storeMb.toFixed(1),
  ]);
  return markdownTable([head, ...rows]);
}

function laterTable(results: SizeResult[]): string {
  const head = [
    "source",
    "pages",
    "nothing changed s",
    "1 % changed s",
    "one page changed ms",
    "of it CPU ms",
    "one page changed, every file listed ms",
    "one page removed ms",
  ];
  const rows = results.map(({ kind, sync }) => [
    kind,
    count(sync.pages),
    sync.unchangedSeconds.toFixed(3),
    `${sync.changedSeconds.toFixed(3)} (${count(sync.changedPages)} pages)`,
    sync.onePageMs.toFixed(0),
    sync.onePageCpuMs.toFixed(0),
    sync.onePageListedMs.toFixed(0),
    sync.removedMs.toFixed(0),
  ]);
  return markdownTable([head, ...rows]);
}

function growthTable(results: SizeResult[]): string {
  const head = ["source", "pages", "first sync ms/page", "growth", "one page changed, growth"];
  const rows = results.map((result) => {
    const smallest = results.find((other) => other.kind === result.kind) ?? result;
    const { sync } = result;
    return [
      result.kind,
      count(sync.pages),
      (perPage(sync) * 1000).toFixed(2),
      `×${(perPage(sync) / perPage(smallest.sync)).toFixed(2)}`,
      `×${(sync.onePageMs / smallest.sync.onePageMs).toFixed(2)} for ×${(sync.pages / smallest.sync.pages).toFixed(0)} pages`,
    ];
  });
  return markdownTable([head, ...rows]);
}

function perPage(sync: SyncMeasure): number {
  return sync.firstAnswerSeconds / sync.pages;
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
