import type { Citation, Outcome } from "../../../../src/contract/answer-events.ts";
import { webAddress } from "../../../shared/web-address.ts";

/** An answer as Markdown to paste elsewhere: its markers lead to numbered links below it. */
export function textWithSources(text: string, citations: Citation[]): string {
  if (citations.length === 0) return text;
  const lines = citations.map((citation) => `${citation.n}. ${sourceLink(citation)}`);
  return `${text.trimEnd()}\n\nSources:\n\n${lines.join("\n")}\n`;
}

function sourceLink(citation: Citation): string {
  const { path, startLine, endLine } = citation;
  const title = titleOf(citation).replace(/[[\]\\]/g, "\\$&");
  const url = webAddress(citation.url);
  const place = `\`${path}:${startLine}-${endLine}\``;
  return url
    ? `[${title}](${url.replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"))}) ${place}`
    : `${title} ${place}`;
}

export function titleOf({ title, heading }: Pick<Citation, "title" | "heading">): string {
  return heading && heading !== title ? `${title} › ${heading}` : title;
}

const longestExcerpt = 1_500;

type Answered = {
  question: string;
  text: string;
  outcome: Outcome | undefined;
  citations: Citation[];
};

/** What a job is told to do about an answer: the question, what the docs lack, and the pages it is about. */
export function jobInstruction({ question, text, outcome, citations }: Answered): string {
  const asked = `Change the docs so that they answer this question well:\n\n${quoted(question)}`;
  const excerpt = text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text;
  const now = `${lack(outcome)}\n\n${quoted(excerpt)}`;
  const paths = [...new Set(citations.map(({ path }) => path))];
  const pages = paths.map((path) => `- ${path}`).join("\n");
  return [asked, now, ...(pages ? [`Pages that the answer rests on:\n\n${pages}`] : [])].join(
    "\n\n",
  );
}

function lack(outcome: Outcome | undefined): string {
  if (outcome === "declined") return "The docs do not cover it. The assistant says now:";
  if (outcome === "reserve") return "The docs only come near it. The assistant says now:";
  return "The assistant answers it from the docs like this:";
}

function quoted(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}
