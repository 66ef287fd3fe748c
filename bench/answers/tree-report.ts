import type { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import type { Answered } from "./ask-question.ts";
import { isOdd } from "./tree-sets.ts";

export type TreeOutcome = Answered & {
  tree: string;
  heldOut: boolean;
  id: string;
  question: string;
  /** Of the question: how-to, short and so on; `near` or `far` for one without an answer. */
  kind: string;
  /** Not declined, and it holds what it must. */
  useful: boolean;
  /** That answer the question; none where there is no answer. */
  pages: string[];
  /** Pages of the first five passages. */
  found: string[];
};

/** The result as Markdown, halves and trees apart. */
export function writeTreeReport(
  outcomes: TreeOutcome[],
  run: ReturnType<typeof describeRun>,
): string {
  const tuned = outcomes.filter((one) => !one.heldOut);
  const groups: [string, TreeOutcome[]][] = [
    ["**odd half (reported)**", tuned.filter(({ id }) => isOdd(id))],
    ["even half (tuned on)", tuned.filter(({ id }) => !isOdd(id))],
    ["**held-out trees**", outcomes.filter((one) => one.heldOut)],
    ...[...Map.groupBy(outcomes, ({ tree }) => tree)],
  ];
  const kinds = Map.groupBy(outcomes.filter(isAnswerable), ({ kind }) => kind);
  return `# Answers over public docs, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:trees\`. Embedded model, bundled embedder.

"Useful": not declined, and it holds the required words and no forbidden one. "Sure and wrong": neither declined, nor with reserve, nor useful. "Page first": an
expected page is the first that search finds. "Without reserve": the share of answerable questions answered so. "Kept back": declined or with reserve.

${markdownTable([header, ...groups.filter(([, own]) => own.length > 0).map(rowOf)])}

By kind of question:

${markdownTable([header.slice(0, 8), ...[...kinds].map((group) => rowOf(group).slice(0, 8))])}
`;
}

const header = [
  "questions",
  "answerable",
  "useful",
  "page first",
  "page in five",
  "sure and wrong",
  "without reserve",
  "words (median)",
  "near kept back",
  "far kept back",
];

function rowOf([name, own]: [string, TreeOutcome[]]): string[] {
  const asked = own.filter(isAnswerable);
  const share = (test: (one: TreeOutcome) => boolean, among: TreeOutcome[]) => {
    if (among.length === 0) return "–";
    const count = among.filter(test).length;
    return `${((100 * count) / among.length).toFixed(0)} % (${count}/${among.length})`;
  };
  const keptBack = (kind: string) =>
    share(
      (one) => !one.direct,
      own.filter((one) => one.kind === kind),
    );
  return [
    name,
    String(asked.length),
    share((one) => one.useful, asked),
    share((one) => one.pages.includes(one.found[0] ?? ""), asked),
    share((one) => one.found.some((path) => one.pages.includes(path)), asked),
    share((one) => one.direct && !one.useful, asked),
    share((one) => one.direct, asked),
    String(medianWords(asked)),
    keptBack("near"),
    keptBack("far"),
  ];
}

function isAnswerable({ pages }: TreeOutcome): boolean {
  return pages.length > 0;
}

function medianWords(outcomes: TreeOutcome[]): number {
  const counts = outcomes.map(({ text }) => text.split(/\s+/).length).sort((a, b) => a - b);
  return counts[counts.length >> 1] ?? 0;
}
