import { codeSpan, shortLine } from "../../../text/markdown-writing.ts";

/** How a task went, for the summary. */
export type Outcome = {
  /** What was done, in the imperative; "" when nothing was. */
  title: string;
  /** Lines of Markdown: the files that changed, and what was done there. */
  changes: string[];
  /** One sentence for the person: what was done, or why nothing was. */
  message: string;
  /** Further sentences: what was left as it is. */
  remarks: string[];
  /** Lines of Markdown about what stayed as it was. */
  left: string[];
};

export function nothing(message: string, remarks: string[] = [], left: string[] = []): Outcome {
  return { title: "", changes: [], message, remarks, left };
}

export type Report = { title: string; summary: string; messageToUser: string };

const longestTitle = 69;
const longestMessage = 1_500;
const maxLines = 200;

/** What the person reads at the end: a title in the imperative, a list of the files, a few plain sentences. */
export function report(outcomes: Outcome[]): Report {
  const done = outcomes.filter(({ title }) => title !== "");
  const [first, ...others] = done;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const lines = outcomes.flatMap(({ changes }) => changes);
  const left = outcomes.flatMap((outcome) => outcome.left);
  const rest = left.length === 0 ? [] : ["", "Left as it was:", "", ...left.slice(0, maxLines)];
  const messages = outcomes.flatMap(({ message, remarks }) => [message, ...remarks]);
  const fallback = messages.map((message) => `- ${shortLine(message, 300)}`);
  return {
    title:
      first === undefined
        ? "Make no change"
        : shortLine(first.title, longestTitle - more.length) + more,
    summary: [...(lines.length > 0 ? lines : fallback).slice(0, maxLines), ...rest].join("\n"),
    messageToUser: shortLine([...new Set(messages)].join(" "), longestMessage),
  };
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
