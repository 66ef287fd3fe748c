import type { FileDiff } from "../../contract/changes.ts";
import type { JobProof } from "../../contract/insights/proof.ts";
import type { CheckReport } from "../../docs/check/finding.ts";
import { cutText, fitting } from "../../text/bounded.ts";
import { blockQuote } from "../../text/markdown-writing.ts";
import { commitText, defuseTitle, defuseTrailers } from "../../text/safe/commit-text.ts";
import {
  defuseCode,
  defuseInline,
  defuseMarkdown,
  ownHeadings,
} from "../../text/safe/defuse-markdown.ts";
import { visibleLine } from "../../text/safe/visible-text.ts";
import { followConvention, freeTitle, type TitleConvention } from "../guidance/title-convention.ts";
import type { Claim, Outcome } from "../run/job-progress.ts";
import { proofText } from "./proof-text.ts";

export type ChangeMaterial = {
  outcome: Outcome;
  /** What people asked for, the first message first. */
  instructions: string[];
  files: Pick<FileDiff, "path" | "oldPath" | "status">[];
  report: CheckReport;
  /** What it does to questions; absent where none were asked. */
  proof?: JobProof | undefined;
  /** The limit that ended the work, in words. */
  limit?: string | undefined;
  /** A line of a file, for the claims that rest on it. */
  lineOf(path: string, line: number): string | undefined;
  session: { id: string; url: string };
};

const longestTitle = 120;
// Together under 60,000 characters, with the questions: GitHub takes 65,536.
const longest = { summary: 20_000, task: 4_000, pages: 8_500, checks: 8_500, claims: 8_500 };
const mostInstructions = 10;
const longestPath = 300;
const longestLine = 300;

/** A title in the repository's convention, whatever the model gave. */
export function changeTitle(title: string, convention: TitleConvention = freeTitle): string {
  const given = visibleLine(title).slice(0, longestTitle).trim() || "Edit the docs";
  const wanted = followConvention(given, convention);
  // Cut before it is defused, so that no code is left open.
  for (let length = longestTitle; ; ) {
    const title = defuseTitle(cutAt(wanted, length));
    if (title.length <= longestTitle) return title;
    length -= title.length - longestTitle;
  }
}

export function commitMessage(
  outcome: Outcome,
  sessionId: string,
  convention: TitleConvention = freeTitle,
): string {
  const title = commitText(changeTitle(outcome.title, convention));
  const summary = defuseTrailers(commitText(outcome.summary).trim());
  const body = summary === "" ? "" : `${summary}\n\n`;
  return `${title}\n\n${body}Docent-Session: ${sessionId}\n`;
}

/**
 * The body of a change: what and why in the model's words, then what Docent itself knows: the task, the pages, what
 * was checked, and what a person has to verify.
 */
export function changeBody(material: ChangeMaterial): string {
  const { outcome, session } = material;
  return [
    ...notes(material),
    markdownWithin(outcome.summary, longest.summary),
    `## ${ownHeadings.task}\n\n${taskText(material.instructions)}`,
    `## ${ownHeadings.pages}\n\n${listWithin(material.files.map(pageText), longest.pages)}`,
    `## ${ownHeadings.checks}\n\n${checksText(material.report)}`,
    ...proofText(material.proof),
    ...claimsText(material),
    `Made by Docent in session [${session.id}](${session.url}).`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** What a reviewer should know before anything else. */
function notes({ report, limit, outcome }: ChangeMaterial): string[] {
  const broken = report.broken.length;
  const isTold = limit !== undefined && outcome.summary.includes(`limit of ${limit}`);
  return [
    ...(broken > 0 ? [`**This change breaks ${countOf(broken)}: see Checks.**`] : []),
    ...(limit === undefined || isTold
      ? []
      : [`**This change is not complete: the job was stopped at its limit of ${limit}.**`]),
  ];
}

function countOf(problems: number): string {
  return problems === 1 ? "one thing" : `${problems} things`;
}

function taskText(instructions: string[]): string {
  const shown = instructions.slice(0, mostInstructions);
  const each = Math.floor(longest.task / Math.max(1, shown.length));
  const quotes = shown.map((text) => blockQuote(markdownWithin(text, each)));
  const left = instructions.length - shown.length;
  return quotes.join("\n\nThen:\n\n") + (left > 0 ? `\n\nThen ${left} more.` : "");
}

function pageText({ path, oldPath, status }: ChangeMaterial["files"][number]): string {
  if (status === "moved") return `- ${pathCode(path)} moved from ${pathCode(oldPath)}`;
  return `- ${pathCode(path)} ${status === "modified" ? "changed" : status}`;
}

function checksText({ broken, knownBefore, checks }: CheckReport): string {
  const failed = checks.filter((check) => !check.passed);
  const passed = checks
    .filter((check) => check.passed)
    .sort((one, other) => Math.sign(other.findings.length) - Math.sign(one.findings.length));
  const lines = failed.flatMap(({ name, findings }) => [
    `- **Failed**: ${defuseInline(name)}`,
    ...findings.map(findingText),
  ]);
  const names = passed.flatMap(({ name, findings }) =>
    findings.length === 0
      ? [`- Passed: ${defuseInline(name)}`]
      : [`- **Please note**: ${defuseInline(name)}`, ...findings.map(findingText)],
  );
  return [
    verdictOf(broken.length, failed.length),
    "",
    listWithin([...lines, ...names], longest.checks),
    ...(knownBefore > 0 ? ["", beforeText(knownBefore)] : []),
  ].join("\n");
}

function findingText(finding: string): string {
  return `  - ${defuseCode(finding.slice(0, longestLine))}`;
}

function verdictOf(broken: number, failed: number): string {
  if (broken > 0) return `**This change breaks ${countOf(broken)}** in the docs.`;
  return failed > 0 ? "**Not everything could be checked.**" : "Nothing is broken by this change.";
}

function beforeText(knownBefore: number): string {
  if (knownBefore === 1) return "One problem was there before and is left as it was.";
  return `${knownBefore} problems were there before and are left as they were.`;
}

/** What nothing bears out comes first: nobody but a person can settle it. */
function claimsText({ outcome, lineOf }: ChangeMaterial): string[] {
  const open = outcome.claims.filter(({ source }) => source === undefined);
  const based = outcome.claims.filter(({ source }) => source !== undefined);
  if (outcome.claims.length === 0) return [];
  const lines = [...open, ...based].map((claim) => `- ${claimText(claim, lineOf)}`);
  return [`## ${ownHeadings.verify}\n\n${listWithin(lines, longest.claims)}`];
}

function claimText({ text, source }: Claim, lineOf: ChangeMaterial["lineOf"]): string {
  const said = defuseInline(text.slice(0, 1_000));
  if (source === undefined) return `${said} **Nothing in the repository says this.**`;
  const place = defuseCode(`${source.path.slice(0, longestPath)}:${source.line}`);
  const line = lineOf(source.path, source.line);
  const quote = line === undefined ? "" : defuseCode(line.slice(0, longestLine));
  return `${said} (${place}${quote === "" ? "" : `: ${quote}`})`;
}

function pathCode(path: string): string {
  return defuseCode(cutAt(path, longestPath));
}

/** Markdown of others, cut where it is too long. It is cut before it is defused, so that no code span is left open. */
function markdownWithin(text: string, most: number): string {
  for (let length = most; length > 0; length = Math.floor(length / 2)) {
    const isWhole = text.length <= length;
    const shown = defuseMarkdown(isWhole ? text : text.slice(0, length));
    if (shown.length > most) continue;
    return isWhole
      ? shown
      : `${shown}\n\n(Cut here: ${text.length - length} characters are left out.)`;
  }
  return "";
}

/** As many lines of a list as fit. */
function listWithin(lines: string[], most: number): string {
  const shown = fitting(lines, most, (line) => line.length + 1);
  const left = lines.length - shown.length;
  return (left > 0 ? [...shown, `- and ${left} more`] : lines).join("\n");
}

function cutAt(text: string, most: number): string {
  return text.length <= most ? text : cutText(text, most - 1);
}
