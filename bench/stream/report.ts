import type { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import type { Measure } from "./measure.ts";

export type Pair = { docent: Measure; bare: Measure };
export type Results = { latency: Pair[]; load: Pair[] };

/** The result as Markdown, complete enough to be read alone. */
export function writeReport(results: Results, run: ReturnType<typeof describeRun>): string {
  const { latency, load } = results;
  return `# Streams, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:stream\`. One scripted model behind two servers: Docent (keys, search over its own
docs, sanitiser, citation check, record and resume on SQLite) and a bare handler (Hono, \`streamText\`, \`toUIMessageStreamResponse\`, nothing else). Server and readers
each in a process of their own, on the same machine.

## What Docent adds before the first word

One reader after the other. "Added" is Docent's figure less the bare handler's.

${latencyTable(latency)}

## Streams at the same time

All readers ask at the same moment. Memory is the growth of the resident memory at its peak, CPU that of the server with its threads, both without warm-up.

${loadTable(load)}

${verdicts(results)}
`;
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
const leastRatio = 0.7;

function verdicts({ latency, load }: Results): string {
  const lines = latency.map((pair) => {
    const { p50 } = added(pair);
    return `- ${verdict(p50 <= mostAddedMs)}: ${p50.toFixed(1)} ms added to the first token at p50 (model's first token after ${pair.docent.pace.firstTokenMs} ms); wanted are ${mostAddedMs} at most.`;
  });
  const last = load.at(-1);
  if (last) {
    lines.push(
      `- ${verdict(ratio(last) >= leastRatio)}: ${ratio(last).toFixed(2)} of the bare handler's answers per second at ${last.docent.streams} streams; wanted are ${leastRatio} at least.`,
    );
  }
  return lines.join("\n");
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
