import { createHash } from "node:crypto";
import type { ReviewRequest } from "../contract/changes.ts";
import type { HostReview, LineComment } from "../forge/hosts/forge-host.ts";
import { AppError } from "../lib/app-error.ts";
import type { Log } from "../lib/log.ts";
import { fitting } from "../text/bounded.ts";
import { blockQuote } from "../text/markdown-writing.ts";
import { defuseCode, defuseInline, defuseMarkdown } from "../text/safe/defuse-markdown.ts";
import type { FoundChange } from "./project-forge.ts";
import type { Remark, RemarkedLine } from "./review-message.ts";

type PostedReview = {
  found: FoundChange;
  request: ReviewRequest;
  who: string;
  /** Identity of the review: posting it again leaves one. */
  review: string;
  lineOf(remark: Remark): RemarkedLine | undefined;
};

const mostCharacters = 50_000;
const longestLine = 300;

/**
 * Writes a review on the pull request that the change is elsewhere: on the lines that the forge's diff shows, with one
 * summary. It comes from Docent's own account, which is never taken for a request. A forge that does not take it is no
 * reason to fail: the agent has it already.
 */
export async function postReview(
  { log }: { log: Log },
  { found, ...review }: PostedReview,
): Promise<void> {
  const { change, repository, project } = found;
  if (!change.forge) return;
  try {
    const host = await repository.host?.();
    await host?.writeReview(change.forge.number, toHostReview(change.headCommit, review));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const about = { projectId: project.id, number: change.number };
    log.warn({ err: error, ...about }, "the forge does not take a review");
  }
}

type Review = Omit<PostedReview, "found">;

function toHostReview(headCommit: string, review: Review): HostReview {
  const { request, who, lineOf } = review;
  const remarkOf = new Map<LineComment, Remark>();
  for (const [index, remark] of request.remarks.entries()) {
    const { shown, oldPath = remark.path } = lineOf(remark) ?? {};
    if (!shown) continue;
    const other = remark.side === "old" ? shown.newLine : shown.oldLine;
    const marker = markerOf(`${review.review} ${index}`);
    const body = `${marker}\n**${defuseInline(who)}** asked the agent:\n\n${said(remark)}`;
    const { path, line, side } = remark;
    const place = { path, oldPath, line, side, otherLine: other ?? undefined };
    remarkOf.set({ ...place, marker, body }, remark);
  }
  const marker = markerOf(review.review);
  const lines = [...remarkOf.keys()];
  const summary = (refused: LineComment[]) => {
    const placed = lines
      .filter((line) => !refused.includes(line))
      .map((line) => remarkOf.get(line));
    const told = request.remarks.filter((remark) => !placed.includes(remark));
    return `${marker}\n${summaryText(review, told, placed.length)}`;
  };
  return { headCommit, marker, lines, summary };
}

function markerOf(review: string): string {
  return `<!-- docent:review ${createHash("sha256").update(review).digest("hex").slice(0, 16)} -->`;
}

function summaryText({ request, who, lineOf }: Review, told: Remark[], placed: number): string {
  const { text } = request;
  const parts = told.map((remark) => {
    const line = lineOf(remark)?.text;
    const place = defuseCode(`${remark.path}:${remark.line}`);
    const before = remark.side === "old" ? " (as it was before)" : "";
    const quoted = line?.trim() ? `\n\n${defuseCode(line.trim().slice(0, longestLine))}` : "";
    return `${place}${before}${quoted}\n\n${said(remark)}`;
  });
  const shown = fitting(parts, mostCharacters, (part) => part.length + 2);
  const left = parts.length - shown.length;
  const onLines =
    placed === 1 ? "One remark stands on its line." : `${placed} remarks stand on their lines.`;
  return [
    `**${defuseInline(who)}** asked the agent for this:`,
    ...(text.trim() === "" ? [] : [blockQuote(defuseMarkdown(text.trim()))]),
    ...(placed === 0 ? [] : [onLines]),
    ...shown,
    ...(left > 0 ? [`and ${left} more`] : []),
  ].join("\n\n");
}

function said({ body }: Remark): string {
  return blockQuote(defuseMarkdown(body));
}
