import type { ChangeCheck } from "../contract/changes.ts";
import type { OverlayChanges } from "../git/overlay-change.ts";
import type { Outcome } from "./progress.ts";

export type ChangeMaterial = {
  outcome: Outcome;
  instruction: string;
  changes: OverlayChanges;
  /** Whether the base had a file at this path. */
  existed(path: string): boolean;
  checks: ChangeCheck[];
  session: { id: string; url: string };
};

const longestTitle = 120;
const longestInstruction = 4_000;
const mostPages = 100;

export function changeTitle(title: string): string {
  return oneLine(title).slice(0, longestTitle).trim() || "Edit the docs";
}

/** The body of a change: what and why, the task, the pages, what was checked, and where to look further. */
export function changeBody(material: ChangeMaterial): string {
  const { outcome, session } = material;
  const summary = outcome.summary.trim();
  const namesAll = material.changes.every(({ path }) => summary.includes(code(path)));
  return [
    summary,
    `## Task\n\n${quoted(material.instruction)}`,
    ...(namesAll ? [] : [`## Files\n\n${fileLines(material).join("\n")}`]),
    `## Checks\n\n${material.checks.map(checkLines).join("\n")}`,
    `Made by Docent in session [${session.id}](${session.url}).`,
  ].join("\n\n");
}

export function commitMessage(outcome: Outcome, sessionId: string): string {
  const summary = plain(outcome.summary).trim();
  return `${changeTitle(outcome.title)}\n\n${summary}\n\nDocent-Session: ${sessionId}\n`;
}

function quoted(text: string): string {
  const left = text.length - longestInstruction;
  const shown = left > 0 ? `${text.slice(0, longestInstruction)}…` : text;
  return plain(shown)
    .trim()
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function fileLines({ changes, existed }: ChangeMaterial): string[] {
  const lines = changes.slice(0, mostPages).map(({ path, content }) => {
    const kind = content === null ? "deleted" : existed(path) ? "changed" : "added";
    return `- ${code(path)} ${kind}`;
  });
  const left = changes.length - mostPages;
  return left > 0 ? [...lines, `- and ${left} more`] : lines;
}

function checkLines({ name, passed, findings }: ChangeCheck): string {
  const lines = findings.map((finding) => `  - ${code(finding)}`);
  return [`- ${passed ? "Passed" : "**Failed**"}: ${name}`, ...lines].join("\n");
}

/** Text of others as inline code: no backtick of theirs may end it. */
function code(text: string): string {
  return `\`${oneLine(text).replaceAll("`", "'")}\``;
}

function oneLine(text: string): string {
  return plain(text).replace(/\s+/g, " ").trim();
}

/** Without control characters, which forge a line in a terminal and end a commit message. */
function plain(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .toWellFormed();
}
