import { parseArgs } from "node:util";
import { thresholds } from "../../src/insights/grouping/centres.ts";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { writeResult } from "../report/write-result.ts";
import { findSections, type Sections } from "./find-sections.ts";
import { measureSizes, measureStrangers, type SizeMeasure } from "./measure-sizes.ts";
import { docentGroups, kMeansGroups, lexicalGroups, singleLinkGroups } from "./methods.ts";
import { type Half, type LabelledQuestion, readSet } from "./read-set.ts";
import { type Method, type Score, scoreMethod } from "./score.ts";

const { values } = parseArgs({
  options: {
    /** Folder of checkouts of the docs; without it, questions are grouped by their words alone. */
    trees: { type: "string" },
    sizes: { type: "string", default: "1000,10000,100000" },
    "no-write": { type: "boolean", default: false },
  },
});
const textsOf = (questions: LabelledQuestion[]) => questions.map(({ text }) => text);
const kindsOf = (questions: LabelledQuestion[]) => new Set(questions.map(({ kind }) => kind)).size;

/** A set with what search finds for its questions. */
type Asked = { set: LabelledQuestion[]; sections: Sections };

async function ask(name: "questions.txt" | "blind.txt"): Promise<Asked> {
  const all = readSet(name);
  if (values.trees === undefined) return { set: all, sections: new Map() };
  const sections = await findSections(all, values.trees);
  // Docs that are not there would only measure the words.
  return { set: all.filter(({ text }) => sections.has(text)), sections };
}

/** Each docs by itself, as projects are. */
function setsOf({ set }: Asked, half: Half): LabelledQuestion[][] {
  const all = set.filter((question) => question.half === half);
  return [...Map.groupBy(all, ({ tree }) => tree).values()];
}

/** The threshold with the best F1 on the half that may be looked at. */
function fit(asked: Asked, methodOf: (threshold: number) => Method): number {
  const tried = [0.1, 0.15, 0.2, 0.25, 0.3, 0.34, 0.4, 0.45, 0.5, 0.6, 0.7].map((threshold) => ({
    threshold,
    f1: scoreMethod(setsOf(asked, "dev"), methodOf(threshold)).f1,
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

function compare(asked: Asked): string {
  const [words, near] = [fit(asked, byWords), fit(asked, byVectors)];
  const methods: [string, Method][] = [
    [
      "Docent, with the sections that search finds",
      (some) => docentGroups(textsOf(some), asked.sections),
    ],
    ["Docent, by the words of the questions alone", (some) => docentGroups(textsOf(some))],
    ["k-means, told the number of groups", (some) => kMeansGroups(textsOf(some), kindsOf(some))],
    [`words in common, single link from ${words}`, byWords(words)],
    [`the same vectors, single link from ${near}`, byVectors(near)],
  ];
  const rows = methods
    .slice(asked.sections.size > 0 ? 0 : 1)
    .flatMap(([name, method]) =>
      (["held", "dev"] as const).map((half) => [
        name,
        half === "held" ? "held back" : "fitted on",
        ...cells(scoreMethod(setsOf(asked, half), method)),
      ]),
    );
  return markdownTable([["method", "half", "F1", "precision", "recall"], ...rows]);
}

const [blind, own] = [await ask("blind.txt"), await ask("questions.txt")];
const compared = { blind: compare(blind), own: compare(own) };
console.error(compared.blind, compared.own);
const counts = values.sizes.split(",").map(Number);
const sizes = measureSizes(counts, textsOf(readSet("questions.txt")));
const strangers = measureStrangers(counts, textsOf(readSet("questions.txt")));
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

function countOf({ set }: Asked, half: Half): string {
  const all = set.filter((question) => question.half === half);
  const sizesOf = [...Map.groupBy(all, ({ kind }) => kind).values()].map(({ length }) => length);
  return `${all.length} questions about ${new Set(all.map(({ tree }) => tree)).size} docs, ${sizesOf.filter((size) => size > 1).length} groups and ${sizesOf.filter((size) => size === 1).length} singles`;
}

function writeReport(): string {
  return `# Groups of questions, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:groups -- --trees DIR\`, where DIR holds checkouts of the docs. Thresholds: ${JSON.stringify(thresholds)}, fitted on one half.

The halves of a set are about different docs, each of them grouped by itself, as a project is. Scores are over pairs of questions, the mean of three orders of asking.

## Written by somebody who did not know the grouping

\`bench/groups/blind.txt\`: the same need in other words and from other angles, often without a word in common, beside needs that share their words.
Fitted on: ${countOf(blind, "dev")}. Held back: ${countOf(blind, "held")}.

${compared.blind}

## Wordings of one question

\`bench/groups/questions.txt\`: questions as readers ask them, each in two to six wordings, with singles that nothing else asks for.
Fitted on: ${countOf(own, "dev")}. Held back: ${countOf(own, "held")}.

${compared.own}

## Time

Questions of the second set with two words put in, taken out or replaced by others at random, so that nearly every text is another one; in batches of 200, as the service takes
them. "Read" is the vectors, "place" the grouping, both on one thread, in seconds of the processor; "longest" is the longest batch; memory is that of the whole process with the embedder.

${timeTable(sizes)}

Five words of the set at random, which have next to nothing in common:

${timeTable(strangers)}

## What is worse

Questions that the docs do not answer find other sections than these questions do, whose answer is in the docs: with the section taken out that a group finds
most, about half of the gain is left on the half that was fitted on. On needs in other words most pairs are still missed, by every method. k-means is told
the number of groups, which nobody knows.
`;
}
