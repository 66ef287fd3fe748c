import { codeSpan, shortLine } from "../../../text/markdown-writing.ts";
import type { EditState } from "./steps/edit-state.ts";

/** How a task went, for the summary. */
export type Outcome = {
  /** What was done, in the imperative; used when something was changed. */
  title: string;
  /** One line of Markdown for each page changed. */
  changes: { path: string; note: string }[];
  /** One sentence for the person: what was done, or why nothing was. */
  message: string;
  /** Further sentences: what was left alone or could not be done. */
  remarks: string[];
  /** Nothing had to be changed: all was well already. */
  isSettled?: boolean;
  /** Lines of Markdown for the summary about what stayed as it was. */
  notes?: string[];
};

export function nothing(message: string, remarks: string[] = []): Outcome {
  return { title: "", changes: [], message, remarks };
}

export type Report = { title: string; summary: string; messageToUser: string };

const longestTitle = 69;
const longestMessage = 900;
const maxLines = 200;

/** What the person reads at the end: a title in the imperative, a list of the pages, a few plain sentences. */
export function report(outcomes: Outcome[], state: EditState, leftOver: string[]): Report {
  return {
    title: titleOf(outcomes.filter((outcome) => outcome.changes.length > 0)),
    summary: summaryOf(outcomes, state),
    messageToUser: shortLine(messageOf(outcomes, state, leftOver), longestMessage),
  };
}

function titleOf(done: Outcome[]): string {
  const [first, ...others] = done;
  if (first === undefined) return "Make no change";
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return shortLine(first.title, longestTitle - more.length) + more;
}

function summaryOf(outcomes: Outcome[], state: EditState): string {
  const pages = new Map<string, string[]>();
  for (const { path, note } of outcomes.flatMap((outcome) => outcome.changes)) {
    pages.set(path, [...(pages.get(path) ?? []), note]);
  }
  const lines = [...pages].map(([path, notes]) => `- ${shortCode(path)}: ${notes.join("; ")}`);
  const open = [
    ...outcomes.flatMap((outcome) => outcome.notes ?? []),
    ...[...state.failures].map(([path, reason]) => `${shortCode(path)}: ${shortLine(reason, 200)}`),
  ];
  if (lines.length === 0)
    lines.push(...outcomes.map((outcome) => `- ${shortLine(outcome.message, 300)}`));
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
      ([path, reason]) => `${path} (${shortLine(reason, 100)})`,
    );
    parts.push(`${count(failures.length, "file")} could not be worked on: ${listed(failures, 2)}.`);
  }
  if (leftOver.length > 0)
    parts.push(
      `I did not act on: ${listed(
        leftOver.map((own) => `${quoted(own, 100)}`),
        2,
      )}.`,
    );
  return parts.join(" ");
}

/** A path or a piece of text as inline code, cut where it is long. */
export function shortCode(text: string): string {
  return codeSpan(shortLine(text, 200));
}

/** Words in quotation marks, cut where they are long. */
export function quoted(text: string, length: number): string {
  return `“${shortLine(text, length)}”`;
}

/** "1 page", "2 pages". */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** "a", "a and b", "a, b and 3 more". */
export function listed(items: string[], most: number): string {
  const shown = items.slice(0, most);
  const rest = items.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  if (all.length < 2) return all.join("");
  return `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
