import { parseArgs } from "node:util";
import { thresholds } from "../../src/insights/grouping/centres.ts";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { writeResult } from "../report/write-result.ts";
import { measureSizes, measureStrangers, type SizeMeasure } from "./measure-sizes.ts";
import { docentGroups, kMeansGroups, lexicalGroups, singleLinkGroups } from "./methods.ts";
import { type Half, type LabelledQuestion, readSet } from "./read-set.ts";
import { type Method, type Score, scoreMethod } from "./score.ts";

const { values } = parseArgs({
  options: {
    fit: { type: "boolean", default: false },
    sizes: { type: "string", default: "1000,10000,100000" },
    "no-write": { type: "boolean", default: false },
  },
});
const set = readSet();
const textsOf = (questions: LabelledQuestion[]) => questions.map(({ text }) => text);
const kindsOf = (questions: LabelledQuestion[]) => new Set(questions.map(({ kind }) => kind)).size;

/** Each docs by itself, as projects are, or all in one. */
function setsOf(half: Half, isPooled: boolean): LabelledQuestion[][] {
  const all = set.filter((question) => question.half === half);
  return isPooled ? [all] : [...Map.groupBy(all, ({ tree }) => tree).values()];
}

if (values.fit) {
  for (const join of [0.26, 0.28, 0.3, 0.32, 0.34, 0.36])
    for (const absorb of [0.28, 0.32, 0.36]) {
      Object.assign(thresholds, { join, absorb });
      const told = [false, true].map((isPooled) =>
        cells(scoreMethod(setsOf("dev", isPooled), (some) => docentGroups(textsOf(some)))).join(
          " ",
        ),
      );
      console.log(`join ${join} absorb ${absorb}: ${told.join(" | pooled ")}`);
    }
  process.exit(0);
}

/** The threshold with the best F1 on the half that may be looked at. */
function fit(methodOf: (threshold: number) => Method, isPooled: boolean): number {
  const tried = [0.1, 0.15, 0.2, 0.25, 0.3, 0.34, 0.4, 0.45, 0.5, 0.6, 0.7].map((threshold) => ({
    threshold,
    f1: scoreMethod(setsOf("dev", isPooled), methodOf(threshold)).f1,
  }));
  return tried.sort((one, other) => other.f1 - one.f1)[0]?.threshold ?? 0.5;
}

function cells({ f1, precision, recall }: Score): string[] {
  return [f1, precision, recall].map((value) => value.toFixed(3));
}

const byWords =
  (threshold: number): Method =>
  (some) =>
    lexicalGroups(textsOf(some), threshold);
const byVectors =
  (threshold: number): Method =>
  (some) =>
    singleLinkGroups(textsOf(some), threshold);

function compare(isPooled: boolean): string {
  const [words, near] = [fit(byWords, isPooled), fit(byVectors, isPooled)];
  const methods: [string, Method][] = [
    ["Docent, one question after the other", (some) => docentGroups(textsOf(some))],
    ["k-means, told the number of groups", (some) => kMeansGroups(textsOf(some), kindsOf(some))],
    [`words in common, single link from ${words}`, byWords(words)],
    [`the same vectors, single link from ${near}`, byVectors(near)],
  ];
  const rows = methods.flatMap(([name, method]) =>
    (["held", "dev"] as const).map((half) => [
      name,
      half === "held" ? "held back" : "fitted on",
      ...cells(scoreMethod(setsOf(half, isPooled), method)),
    ]),
  );
  return markdownTable([["method", "half", "F1", "precision", "recall"], ...rows]);
}

const compared = { apart: compare(false), pooled: compare(true) };
console.error(compared.apart, compared.pooled);
const counts = values.sizes.split(",").map(Number);
const sizes = measureSizes(counts, textsOf(set));
const strangers = measureStrangers(counts, textsOf(set));
const run = describeRun();
const report = writeReport();
console.log(report);
if (!values["no-write"]) writeResult(`${run.date}-groups`, report);

function timeTable(measured: SizeMeasure[]): string {
  const rows = measured.map((one) => [
    ...[one.questions, one.groups].map((value) => value.toLocaleString("en-US")),
    `${one.readS.toFixed(1)} s`,
    `${one.placeS.toFixed(1)} s`,
    `${one.longestMs.toFixed(0)} ms`,
    `${Math.round(one.residentMb)} MiB`,
  ]);
  return markdownTable([["questions", "groups", "read", "place", "longest", "memory"], ...rows]);
}

function writeReport(): string {
  const count = (half: Half) => {
    const all = set.filter((question) => question.half === half);
    const sizesOf = [...Map.groupBy(all, ({ kind }) => kind).values()].map(({ length }) => length);
    return `${all.length} questions, ${sizesOf.filter((size) => size > 1).length} groups and ${sizesOf.filter((size) => size === 1).length} singles`;
  };
  return `# Groups of questions, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:groups\`. Thresholds: ${JSON.stringify(thresholds)}, fitted on one half.

\`bench/groups/questions.txt\`: questions as readers ask them about public docs, each in two to six wordings that were written before the grouping was, with
singles that nothing else asks for. The halves are about different docs. Fitted on: ${count("dev")}. Held back: ${count("held")}.
Scores are over pairs of questions, the mean of three orders of asking.

## Each docs by itself, as a project is

${compared.apart}

## All docs of a half in one

${compared.pooled}

## Time

Questions of the set with two words put in, taken out or replaced by others at random, so that nearly every text is another one; in batches of 200, as the service takes
them. "Read" is the vectors, "place" the grouping, both on one thread, in seconds of the processor; "longest" is the longest batch; memory is that of the whole process with the embedder.

${timeTable(sizes)}

Five words of the set at random, which have next to nothing in common:

${timeTable(strangers)}

## What is worse

The held back half is harder for every method: short keywords ("-s flag", "caplog") beside sentences, and docs in which nearly every question says the same word ("test").
Docent puts fewer wrong questions together than k-means and misses more right ones, and k-means is told the number of groups, which nobody knows. Wordings without a
related word in common stay apart. All docs of a half in one also counts pairs as wrong that ask the same of two products ("run tests in parallel").
`;
}
