import type { GateEffect, GateReport, GateResult, SideAnswer } from "../contract/gate.ts";
import { cutText, fitting } from "../text/bounded.ts";
import { blockQuote } from "../text/markdown-writing.ts";
import { defuseCode, defuseInline, defuseMarkdown } from "../text/safe/defuse-markdown.ts";
import { visibleLine } from "../text/safe/visible-text.ts";
import {
  effectsInOrder,
  effectTitles,
  gateNotes,
  gateSentence,
  shortCommit,
} from "./gate-words.ts";

const longest = { question: 300, reason: 400, answer: 500, group: 6_000, answers: 16_000 };

/** The report for a pull request. Questions, pages and answers are untrusted text: none of it notifies, links or hides. */
export function gateMarkdown(report: GateReport, failOn: GateEffect[]): string {
  const changed = report.results.filter(({ effects }) => effects.length > 0);
  const isFailed = failOn.some((effect) => (report.counts[effect] ?? 0) > 0);
  const verdict = isFailed
    ? "**This change makes answers worse.**"
    : "**No answer gets worse by what this gate looks for.**";
  const sides = `${defuseCode(shortCommit(report.base))} to ${defuseCode(shortCommit(report.head))}`;
  return [
    "### What this change does to readers",
    `${verdict} ${gateSentence(report)}`,
    ...effectsInOrder.flatMap((effect) => groupText(effect, changed)),
    ...answersText(changed),
    ...gateNotes(report).map(defuseInline),
    `<sub>Docent gate, ${sides}, answered by ${defuseCode(report.model)} on both sides.</sub>`,
  ].join("\n\n");
}

/** Each question stands where its worst effect is told. */
function groupText(effect: GateEffect, changed: GateResult[]): string[] {
  const own = changed.filter(
    ({ effects }) => effectsInOrder.find((one) => effects.includes(one)) === effect,
  );
  if (own.length === 0) return [];
  const lines = own.map(({ question, reasons }) => {
    const why = reasons.map((reason) => defuseInline(cutText(reason, longest.reason)));
    return `- ${asked(question)}: ${why.join(" ")}`;
  });
  const shown = fitting(lines, longest.group, (line) => line.length);
  const left = lines.length - shown.length;
  const more = left > 0 ? [`- and ${left} more`] : [];
  return [`#### ${effectTitles[effect]} (${own.length})\n\n${[...shown, ...more].join("\n")}`];
}

function answersText(changed: GateResult[]): string[] {
  if (changed.length === 0) return [];
  const told = changed.map(
    ({ question, before, after }) =>
      `${asked(question)}\n\n${sideText("Before", before)}\n\n${sideText("After", after)}`,
  );
  const shown = fitting(told, longest.answers, (text) => text.length);
  if (shown.length === 0) return [];
  const inside = shown.join("\n\n---\n\n");
  return [`<details>\n<summary>Answers before and after</summary>\n\n${inside}\n\n</details>`];
}

const outcomes: Record<SideAnswer["outcome"], string> = {
  answered: "answered",
  reserve: "answered with reserve",
  declined: "not answered",
  failed: "could not be asked",
  "not-asked": "not asked again",
};

function sideText(name: string, { outcome, text, citations }: SideAnswer): string {
  const cited = citations.find(({ supported }) => supported);
  const from = cited ? `, from ${defuseCode(`${cited.path}:${cited.startLine}`)}` : "";
  const head = `${name}: ${outcomes[outcome]}${from}`;
  if (text.trim() === "") return head;
  return `${head}\n\n${blockQuote(defuseMarkdown(cutText(text, longest.answer)))}`;
}

function asked(question: string): string {
  return defuseCode(cutText(visibleLine(question), longest.question));
}
