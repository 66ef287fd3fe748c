import type { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { percentile } from "../report/percentile.ts";
import type { Measured } from "./measure-job.ts";

const titles: Record<string, string> = {
  files: "Growth with the files of the repository",
  steps: "Growth with the steps of the job",
  patch: "Growth with the text a step writes",
};
const mostFirstEventMs = 50;
const mostStepMs = 30;

/** The result as Markdown, complete enough to be read alone. */
export function writeReport(
  results: Record<string, Measured[]>,
  run: ReturnType<typeof describeRun>,
): string {
  const parts = Object.entries(results).map(
    ([name, all]) => `## ${titles[name] ?? name}\n\n${table(all)}`,
  );
  return `# Jobs, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:jobs\`. A server with SQLite and a bare repository of generated pages (3 to 8 KB each), jobs
started over HTTP, and a model that answers at once: each step writes one new page, the last one finishes. A process for each row; its first
job warms it up and is left out.

- First event: from the request to the first event of its stream.
- First step: from the request to the model's first question (queue, checkout, what the model is told of the repository).
- Step: from a reply of the model to its next question: the reply's record, the tool, events, the patch, the step's record.
- Bare: two durable commits of as many bytes on a bare SQLite, at the middle of the job.
- Propose: from the last reply to the end of the stream: checks, commit, change.

${parts.join("\n\n")}

${verdicts(Object.values(results).flat())}
`;
}

function table(all: Measured[]): string {
  return markdownTable([
    [
      "files",
      "steps",
      "bytes a step",
      "first event p50 / p99 ms",
      "first step p50 ms",
      "**step p50** / p99 ms",
      "bare p50 ms",
      "step × bare",
      "propose p50 ms",
      "store MB",
    ],
    ...all.map((one) => [
      one.files.toLocaleString("en"),
      String(one.steps),
      one.bytesPerStep.toLocaleString("en"),
      `${at(one.firstEventMs, 0.5)} / ${at(one.firstEventMs, 0.99)}`,
      at(one.firstStepMs, 0.5),
      `**${at(one.stepMs, 0.5)}** / ${at(one.stepMs, 0.99)}`,
      at(one.bareMs, 0.5),
      `×${(percentile(one.stepMs, 0.5) / percentile(one.bareMs, 0.5)).toFixed(1)}`,
      at(one.proposeMs, 0.5),
      one.storeMb.toFixed(1),
    ]),
  ]);
}

function verdicts(all: Measured[]): string {
  const usual = all.find(({ files, steps }) => files === 5_000 && steps === 20);
  if (!usual) return "";
  const event = percentile(usual.firstEventMs, 0.5);
  const step = percentile(usual.stepMs, 0.5);
  return [
    `- ${event <= mostFirstEventMs ? "Met" : "**Missed**"}: ${event.toFixed(1)} ms from the request to the first event at p50; wanted are ${mostFirstEventMs} at most.`,
    `- ${step <= mostStepMs ? "Met" : "**Missed**"}: ${step.toFixed(1)} ms added to a step at p50 with 5,000 files; wanted are ${mostStepMs} at most.`,
  ].join("\n");
}

function at(values: number[], share: number): string {
  return percentile(values, share).toFixed(1);
}
