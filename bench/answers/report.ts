import type { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import type { DataScore } from "./measure-data.ts";
import type { SetScore } from "./measure-docs.ts";

export type Results = { model: string; sets: SetScore[]; data: DataScore[]; quotes: boolean };

/** The result as Markdown, complete enough to be read alone. */
export function writeReport(results: Results, run: ReturnType<typeof describeRun>): string {
  const parts = [head(results, run)];
  if (results.sets.length > 0) parts.push(docsPart(results));
  if (results.data.length > 0) parts.push(dataPart(results.data));
  return `${parts.join("\n\n")}\n`;
}

function head({ model }: Results, run: ReturnType<typeof describeRun>): string {
  return `# Answers, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:answers\`. Model: ${model}. Bundled embedder, five passages a question.`;
}

function docsPart({ sets, quotes }: Results): string {
  const all = total(sets);
  const rows = [...sets, ...(sets.length > 1 ? [all] : [])];
  return `## Over Docent's own docs

Questions that the docs answer. "Top 5": an expected page is among the first five passages. "Right page": it is the first one cited, or
with reserve one of those named. "Answered" is without reserve; "not declined" holds answers with reserve too. "Facts" are short strings that must stand in the answer.

${markdownTable([
  ["set", "questions", "top 5", "right page", "answered", "not declined", "facts told"],
  ...rows.map((one) => [
    one.name,
    String(one.answerable),
    share(one.retrieved, one.answerable),
    share(one.right, one.answerable),
    share(one.answered, one.answerable),
    share(one.helped, one.answerable),
    share(one.factsTold, one.factsAsked),
  ]),
])}

Questions that they do not answer. "Abstained" holds answers with reserve, which say that they found no direct answer; "declined" is the refusal alone.

${markdownTable([
  ["set", "questions", "abstained", "declined", "citations supported"],
  ...rows.map((one) => [
    one.name,
    String(one.unanswerable),
    share(one.abstained, one.unanswerable),
    share(one.declined, one.unanswerable),
    share(one.supported, one.citations),
  ]),
])}${quotes ? exactnessText(all) : ""}`;
}

function exactnessText({ exactness }: SetScore): string {
  const { total: said, inLines, inPage, elsewhere } = exactness;
  return `

Of ${said} sentences, items, rows and lines of code in answers, our fixed phrases left out, ${share(inLines, said)} stand word for word in the cited
lines, ${share(inPage, said)} elsewhere on a cited page, and ${share(elsewhere.length, said)} on none.`;
}

function dataPart(data: DataScore[]): string {
  return `## Over sets with judgements

"Relevant" counts answers without reserve whose first citation, or any citation, leads to what the set judges relevant.

${markdownTable([
  [
    "set",
    "queries",
    "top 5",
    "answered",
    "declined",
    "first relevant",
    "any relevant",
    "supported",
  ],
  ...data.map((one) => [
    one.name,
    String(one.asked),
    share(one.retrieved, one.asked),
    share(one.answered, one.asked),
    share(one.declined, one.asked),
    share(one.firstRelevant, one.answered),
    share(one.anyRelevant, one.answered),
    share(one.supported, one.citations),
  ]),
])}`;
}

const counted = [
  "answerable",
  "retrieved",
  "right",
  "answered",
  "helped",
  "factsAsked",
  "factsTold",
  "citations",
  "supported",
  "unanswerable",
  "abstained",
  "declined",
] as const;

function total(sets: SetScore[]): SetScore {
  const [first] = sets;
  if (first === undefined) throw new Error("there is no set to report");
  const sum: SetScore = { ...first, name: "all", outcomes: [] };
  for (const name of counted) sum[name] = sets.reduce((all, set) => all + set[name], 0);
  sum.exactness = {
    total: sets.reduce((all, set) => all + set.exactness.total, 0),
    inLines: sets.reduce((all, set) => all + set.exactness.inLines, 0),
    inPage: sets.reduce((all, set) => all + set.exactness.inPage, 0),
    elsewhere: sets.flatMap((set) => set.exactness.elsewhere),
  };
  return sum;
}

function share(part: number, whole: number): string {
  if (whole === 0) return "–";
  return `${part}/${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}
