import type { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { percentile } from "../report/percentile.ts";
import type { Measure } from "./measure.ts";

export type Pair = { docent: Measure; bare: Measure };
export type Results = { latency: Pair[]; load: Pair[]; held: Measure[] };
type Run = ReturnType<typeof describeRun> & { store: string };

/** The result as Markdown, complete enough to be read alone. */
export function writeReport({ latency, load, held }: Results, run: Run): string {
  const parts = [
    `# Streams, ${run.date}`,
    `Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:stream\`. One scripted model behind two servers: Docent (keys, search over its own
docs, sanitiser, citation check, record and resume on ${run.store}) and a bare handler (Hono, \`streamText\`, \`toUIMessageStreamResponse\`, nothing else). Server and readers
each in a process of their own, on the same machine.`,
    ...(latency.length > 0 ? [latencyPart(latency)] : []),
    ...(load.length > 0 ? [loadPart(load)] : []),
    ...held.map(heldPart),
  ];
  return `${parts.join("\n\n")}\n`;
}

function latencyPart(latency: Pair[]): string {
  const lines = latency.map((pair) => {
    const { p50 } = added(pair);
    return `- ${verdict(p50 <= mostAddedMs)}: ${p50.toFixed(1)} ms added to the first token at p50 (model's first token after ${pair.docent.pace.firstTokenMs} ms); wanted are ${mostAddedMs} at most.`;
  });
  return `## What Docent adds before the first word

One reader after the other. "Added" is Docent's figure less the bare handler's.

${latencyTable(latency)}

${lines.join("\n")}`;
}

function loadPart(load: Pair[]): string {
  return `## Streams at the same time

All readers ask at the same moment. Memory is the growth of the resident memory at its peak, CPU that of the server with its threads, both without warm-up.

${loadTable(load)}

${verdicts(load)}`;
}

function heldPart(held: Measure): string {
  const { streams, answers, failures, gapMs, pace, cpuSecondsPerAnswer, samples } = held;
  const isQuick = gapMs.p99 <= mostGap * pace.pauseMs;
  const rows = samples.filter((_, index) => index % 3 === 0);
  return `## Streams that are held

${streams} readers ask again and again; the model writes ${pace.tokens} pieces, one each ${pace.pauseMs} ms, of prose without code. ${answers} answers were read to their end, ${failures.length} failed.
Between two pieces of text a reader waited ${gapMs.p50} ms at p50, ${gapMs.p99} ms at p99 and ${gapMs.most} ms at most; an answer took ${cpuSecondsPerAnswer.toFixed(3)} s of the server's processor.

${markdownTable([
  ["second", "resident MB", "handles and timers"],
  ...rows.map(({ second, mb, handles }) => [String(second), mb.toFixed(0), String(handles)]),
])}

- ${verdict(failures.length === 0)}: ${failures.length} errors.
- ${verdict(isQuick)}: p99 between pieces ${(gapMs.p99 / pace.pauseMs).toFixed(2)} × the model's own; wanted are ${mostGap} at most.`;
}

/** One line of what was just measured. */
export function comparison(pair: Pair): string {
  const { docent, bare } = pair;
  const first = `${docent.firstTokenMs.p50.toFixed(0)} / ${bare.firstTokenMs.p50.toFixed(0)} ms`;
  const cpu = `${docent.cpuSecondsPerAnswer.toFixed(3)} / ${bare.cpuSecondsPerAnswer.toFixed(3)} s`;
  return `answers/s ${ratio(pair).toFixed(2)} ×, first token ${firstTimes(pair).toFixed(2)} × (${first}), CPU ${cpuTimes(pair).toFixed(2)} × (${cpu})`;
}

function latencyTable(pairs: Pair[]): string {
  return markdownTable([
    [
      "model's first token after",
      "server",
      "answers",
      "first byte p50 / p99 ms",
      "first token p50 / p99 ms",
      "added first token p50 / p99 ms",
    ],
    ...pairs.flatMap((pair) =>
      [pair.docent, pair.bare].map((one) => [
        `${one.pace.firstTokenMs} ms`,
        one.kind,
        String(one.answers),
        both(one.firstByteMs),
        both(one.firstTokenMs),
        one.kind === "docent" ? both(added(pair)) : "",
      ]),
    ),
  ]);
}

function loadTable(pairs: Pair[]): string {
  return markdownTable([
    [
      "streams",
      "server",
      "first byte p50 / p99 ms",
      "first token p50 / p99 ms",
      "answers/s",
      "× bare",
      "MB/stream",
      "CPU s/answer",
      "failed",
    ],
    ...pairs.flatMap((pair) =>
      [pair.docent, pair.bare].map((one) => [
        String(one.streams),
        one.kind,
        both(one.firstByteMs),
        both(one.firstTokenMs),
        one.answersPerSecond.toFixed(2),
        one.kind === "docent" ? ratio(pair).toFixed(2) : "",
        one.mbPerStream.toFixed(2),
        one.cpuSecondsPerAnswer.toFixed(3),
        String(one.failures.length),
      ]),
    ),
  ]);
}

const mostAddedMs = 40;
const leastRatio = 0.95;
const mostTimes = 1.3;
const mostGap = 3;

/** Of each number of streams, the middle of all pairs. */
function verdicts(load: Pair[]): string {
  const byStreams = Map.groupBy(load, ({ docent }) => docent.streams);
  return [...byStreams]
    .map(([streams, pairs]) => {
      const middle = (of: (pair: Pair) => number) => percentile(pairs.map(of), 0.5);
      const [rate, first, cpu] = [middle(ratio), middle(firstTimes), middle(cpuTimes)];
      return `- ${streams} streams, the middle of ${pairs.length}: answers/s ${rate.toFixed(2)} × bare (${verdict(rate >= leastRatio)}, ${leastRatio} wanted), first token p50 ${first.toFixed(2)} × (${verdict(first <= mostTimes)}, ${mostTimes} wanted), CPU ${cpu.toFixed(2)} × (${verdict(cpu <= mostTimes)}, ${mostTimes} wanted).`;
    })
    .join("\n");
}

function firstTimes({ docent, bare }: Pair): number {
  return docent.firstTokenMs.p50 / bare.firstTokenMs.p50;
}

function cpuTimes({ docent, bare }: Pair): number {
  return docent.cpuSecondsPerAnswer / bare.cpuSecondsPerAnswer;
}

function verdict(isMet: boolean): string {
  return isMet ? "Met" : "Missed";
}

function added({ docent, bare }: Pair): { p50: number; p99: number } {
  return {
    p50: docent.firstTokenMs.p50 - bare.firstTokenMs.p50,
    p99: docent.firstTokenMs.p99 - bare.firstTokenMs.p99,
  };
}

function ratio({ docent, bare }: Pair): number {
  return docent.answersPerSecond / bare.answersPerSecond;
}

function both({ p50, p99 }: { p50: number; p99: number }): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
}
