import type { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { engines } from "../retrieval/engine-list.ts";
import { versionOf } from "../retrieval/ensure-peers.ts";
import type { Row, RowsInput } from "./rows.ts";

type Input = {
  rows: Row[];
  run: ReturnType<typeof describeRun>;
  settings: RowsInput;
  plot: string;
  about: string;
};

export function writeReport({ rows, run, settings, plot, about }: Input): string {
  const sizes = settings.sizes.map((passages) => {
    const own = rows.filter((row) => row.passages === passages);
    const taken = own.find((row) => row.built)?.built?.passages ?? passages;
    return `## ${taken.toLocaleString("en-US")} passages\n\n${markdownTable([head, ...own.map(cellsOf)])}`;
  });
  const names = [...new Set(rows.map((row) => row.engine))];
  const versions = names.map((name) => [
    engines[name].title,
    versionOf(name),
    engines[name].settings,
  ]);
  return `${[
    `# Search as docs grow, beside other engines, ${run.date}`,
    `Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:growth -- --texts DIR\`. ${about} Every engine and size has a process of its own to build in, and engines that keep their index on disk a second one that opens it (files may be in the system's cache). At most ${settings.timeoutMs / 1000} s a process and ${settings.heapMb} MB of objects; an engine that did not make a size is not tried with more.`,
    `Build is from the texts to the first answer; for Docent it holds embedding and writing every passage to SQLite, and its disk is the whole store with the texts in it. Questions are the headings above passages of the set, one at a time, top ten; "own page first" is the share of 50 pages that their first headings find first. Memory is the whole resident memory of the process, files it maps included; of an engine on disk that of the process that opened it and was asked. Update replaces one page until a search finds its new words, the median of five; CPU is of all threads.`,
    `![Growth](${plot})`,
    ...sizes,
    `## Engines\n\n${markdownTable([["engine", "version", "settings"], ...versions])}`,
  ].join("\n\n")}\n`;
}

const head = [
  "engine",
  "p50 ms",
  "p99 ms",
  "own page first",
  "build s",
  "build CPU s",
  "peak MB of the build",
  "memory MB",
  "KB a passage",
  "disk MB",
  "opened to first answer ms",
  "update ms",
  "update CPU ms",
];

function cellsOf(row: Row): string[] {
  const { built, reopened } = row;
  const title = engines[row.engine].title;
  if (!built) return [title, row.fault ?? "", ...head.slice(2).map(() => "")];
  const asked = reopened ?? built;
  return [
    title,
    time(asked.p50Ms),
    time(asked.p99Ms),
    asked.pageFirst.toFixed(2),
    (built.firstMs / 1000).toFixed(1),
    (built.firstCpuMs / 1000).toFixed(1),
    built.peakMb.toFixed(0),
    asked.residentMb.toFixed(0),
    ((asked.residentMb * 1024) / built.passages).toFixed(1),
    built.diskMb?.toFixed(0) ?? "–",
    reopened ? reopened.firstMs.toFixed(0) : (row.fault ?? "–"),
    built.update ? time(built.update.wallMs) : "–",
    built.update ? time(built.update.cpuMs) : "–",
  ];
}

function time(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 2 : 0);
}
