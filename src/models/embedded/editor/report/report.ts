import type { EditState } from "../steps/edit-state.ts";
import type { Outcome } from "./outcome.ts";
import { codeSpan, count, listed, oneLine } from "./wording.ts";

export type Report = { title: string; summary: string; messageToUser: string };

const longestTitle = 69;
const longestMessage = 900;
const maxLines = 200;

/** What the person reads at the end: a title in the imperative, a list of the pages, a few plain sentences. */
export function report(outcomes: Outcome[], state: EditState, leftOver: string[]): Report {
  return {
    title: titleOf(outcomes.filter((outcome) => outcome.changes.length > 0)),
    summary: summaryOf(outcomes, state),
    messageToUser: oneLine(messageOf(outcomes, state, leftOver), longestMessage),
  };
}

function titleOf(done: Outcome[]): string {
  const [first, ...others] = done;
  if (first === undefined) return "Make no change";
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return oneLine(first.title, longestTitle - more.length) + more;
}

function summaryOf(outcomes: Outcome[], state: EditState): string {
  const pages = new Map<string, string[]>();
  for (const { path, note } of outcomes.flatMap((outcome) => outcome.changes)) {
    pages.set(path, [...(pages.get(path) ?? []), note]);
  }
  const lines = [...pages].map(([path, notes]) => `- ${codeSpan(path)}: ${notes.join("; ")}`);
  const open = [
    ...outcomes.flatMap((outcome) => outcome.notes ?? []),
    ...[...state.failures].map(([path, reason]) => `${codeSpan(path)}: ${oneLine(reason, 200)}`),
  ];
  if (lines.length === 0)
    lines.push(...outcomes.map((outcome) => `- ${oneLine(outcome.message, 300)}`));
  const rest =
    open.length === 0 ? [] : ["", "Left as it was:", "", ...open.map((line) => `- ${line}`)];
  return [...lines.slice(0, maxLines), ...rest.slice(0, maxLines)].join("\n");
}

function messageOf(outcomes: Outcome[], state: EditState, leftOver: string[]): string {
  const parts = [...new Set(outcomes.map((outcome) => outcome.message))];
  const remarks = [...new Set(outcomes.flatMap((outcome) => outcome.remarks))];
  parts.push(...remarks.slice(0, outcomes.length > 1 ? 4 : 2));
  if (state.isListCut)
    parts.push("The list of files was too long, so some pages were not looked at.");
  if (state.failures.size > 0) {
    const failures = [...state.failures].map(
      ([path, reason]) => `${path} (${oneLine(reason, 100)})`,
    );
    parts.push(`${count(failures.length, "file")} could not be worked on: ${listed(failures, 2)}.`);
  }
  if (leftOver.length > 0)
    parts.push(
      `I did not act on: ${listed(
        leftOver.map((own) => `“${oneLine(own, 100)}”`),
        2,
      )}.`,
    );
  return parts.join(" ");
}
