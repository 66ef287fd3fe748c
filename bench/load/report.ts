import type { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import type { Sample } from "../stream/protocol.ts";
import type { Measured, Plan } from "./measure.ts";

type Run = ReturnType<typeof describeRun> & Pick<Plan, "streams" | "holdMs" | "jobs" | "pace">;

/** The result as Markdown, complete enough to be read alone. */
export function writeReport(results: Measured[], run: Run): string {
  const { pace } = run;
  return `# Load on one and several nodes, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:load\`. ${run.streams} readers ask again and again for ${run.holdMs / 1000} s, through a proxy that gives each connection to the next node; a
scripted model says ${pace.tokens} tokens, the first after ${pace.firstTokenMs} ms and one each ${pace.pauseMs} ms after that. All nodes share one PostgreSQL (\`fsync\` off); a bare handler has none. Then ${run.jobs} jobs are
started at once, each of which writes two pages and proposes them. Nodes, PostgreSQL, proxy and readers share the cores of one machine, so more nodes than cores cannot answer more
in a second: what an answer takes of a processor is what counts.

${markdownTable([
  [
    ...["server", "nodes", "answers/s", "first token p50 / p99 ms", "whole p50 / p99 ms", "failed"],
    ...["CPU ms/answer", "PostgreSQL CPU ms/answer", "answers per CPU second", "MB/node"],
  ],
  ...results.map((one) => [
    ...[one.kind, String(one.nodes), one.answersPerSecond.toFixed(1)],
    ...[both(one.firstTokenMs), both(one.totalMs), String(one.failures.length)],
    (one.cpuPerAnswer * 1000).toFixed(1),
    one.database ? (one.database.cpuSeconds * 1000).toFixed(1) : "",
    (1 / (one.cpuPerAnswer + (one.database?.cpuSeconds ?? 0))).toFixed(0),
    one.mbPerNode.toFixed(0),
  ]),
])}

${markdownTable([
  ["nodes", "commits/answer", "rows/answer", "WAL KB/answer", "jobs/h", "CPU s/job"],
  ...results.flatMap(({ nodes, database, jobsPerHour = 0, cpuPerJob = 0 }) =>
    database
      ? [
          [
            ...[String(nodes), database.commits.toFixed(1), database.rows.toFixed(1)],
            (database.walBytes / 1024).toFixed(1),
            ...[jobsPerHour.toFixed(0), cpuPerJob.toFixed(2)],
          ],
        ]
      : [],
  ),
])}
`;
}

export type Soak = {
  answers: number;
  /** Readers that went away in the middle of an answer. */
  left: number;
  searches: number;
  jobs: number;
  failures: string[];
  /** Of each node. */
  samples: Sample[][];
};

export function writeSoakReport(
  { answers, left, searches, jobs, failures, samples }: Soak,
  run: ReturnType<typeof describeRun> & { minutes: number },
): string {
  const times = (samples[0] ?? []).filter((_, index) => index % 6 === 0);
  return `# Soak of two nodes, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:soak -- --minutes ${run.minutes}\`. Two nodes on one PostgreSQL: ${answers} answers read to their end, ${left} left by their reader,
${searches} searches, ${jobs} jobs, ${failures.length} failures.

${markdownTable([
  ["second", ...samples.flatMap((_, node) => [`node ${node + 1} MB`, `node ${node + 1} handles`])],
  ...times.map(({ second }, index) => [
    String(second),
    ...samples.flatMap((of) => [
      of[index * 6]?.mb.toFixed(0) ?? "",
      String(of[index * 6]?.handles ?? ""),
    ]),
  ]),
])}
`;
}

function both({ p50, p99 }: { p50: number; p99: number }): string {
  return `${p50.toFixed(0)} / ${p99.toFixed(0)}`;
}
