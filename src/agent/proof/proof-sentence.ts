import type { GateResult } from "../../contract/gate.ts";
import { cutText } from "../../text/bounded.ts";
import { visibleLine } from "../../text/safe/visible-text.ts";

const longestQuestion = 120;
const mostNamed = 3;
const longestPath = 200;

/** The docs answer it now, wholly. */
export function isAnswered({ after }: GateResult): boolean {
  return after.outcome === "answered";
}

/** `4 of 5 questions now answered from guides/limits.mdx; "How many topics?" still is not` */
export function proofSentence(results: GateResult[]): string {
  if (results.length === 0) return "";
  const answered = results.filter(isAnswered);
  const open = results.filter((result) => !isAnswered(result));
  const of = results.length === 1 ? "1 question" : `${results.length} questions`;
  const head = `${answered.length} of ${of} now answered${fromPages(answered)}`;
  return [head, ...openText(open)].join("; ");
}

function fromPages(answered: GateResult[]): string {
  const counts = new Map<string, number>();
  for (const { after } of answered) {
    const paths = after.citations.filter((one) => one.supported).map(({ path }) => path);
    for (const path of new Set(paths)) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const [first, ...others] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (first === undefined) return "";
  const name = cutText(visibleLine(first[0]), longestPath);
  if (others.length === 0) return ` from ${name}`;
  return ` from ${name} and ${others.length === 1 ? "another page" : `${others.length} other pages`}`;
}

function openText(open: GateResult[]): string[] {
  const named = open.slice(0, mostNamed).map(({ question, before, after }) => {
    const name = `"${cutText(visibleLine(question), longestQuestion)}"`;
    if (after.outcome === "failed") return `${name} could not be asked`;
    const isNearer = after.outcome === "reserve" && before.outcome !== "reserve";
    return isNearer ? `${name} only with reserve` : `${name} still is not`;
  });
  const left = open.length - named.length;
  return left > 0 ? [...named, `and ${left} more`] : named;
}

/** `Readers' questions: 12 asked, 1 no longer answered` */
export function readersSentence(results: GateResult[]): string {
  if (results.length === 0) return "";
  const count = (test: (result: GateResult) => boolean) => results.filter(test).length;
  const parts = [
    [count(isLost), "no longer answered"],
    [count(({ effects }) => effects.includes("gained")), "newly answered"],
    [count(isOtherwise), "answered otherwise"],
    [count(({ after }) => after.outcome === "failed"), "could not be asked"],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const verdict = told.length === 0 ? "none answered otherwise" : told.join(", ");
  return `Readers' questions: ${results.length} asked, ${verdict}`;
}

/** The docs answered it before, and do not with this change. */
export function isLost({ effects }: GateResult): boolean {
  return effects.includes("lost");
}

function isOtherwise({ effects }: GateResult): boolean {
  return effects.length > 0 && !effects.includes("lost") && !effects.includes("gained");
}
