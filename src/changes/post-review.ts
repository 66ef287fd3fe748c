import { createHash } from "node:crypto";
import type { ReviewRequest } from "../contract/changes.ts";
import { AppError } from "../lib/app-error.ts";
import type { Log } from "../lib/log.ts";
import { fitting } from "../text/bounded.ts";
import { blockQuote } from "../text/markdown-writing.ts";
import { defuseCode, defuseInline, defuseMarkdown } from "../text/safe/defuse-markdown.ts";
import type { FoundChange } from "./project-forge.ts";

type PostedReview = {
  found: FoundChange;
  request: ReviewRequest;
  who: string;
  /** Identity of the review: posting it again leaves one comment. */
  review: string;
  lineOf(remark: ReviewRequest["remarks"][number]): string | undefined;
};

const mostCharacters = 50_000;
const longestLine = 300;

/**
 * Writes a review on the pull request that the change is elsewhere, as one comment of Docent's own account, which is
 * never taken for a request. A forge that does not take it is no reason to fail: the agent has it already.
 */
export async function postReview(
  { log }: { log: Log },
  { found, ...review }: PostedReview,
): Promise<void> {
  const { change, repository, project } = found;
  if (!change.forge) return;
  try {
    const host = await repository.host?.();
    const marker = markerOf(review.review);
    const body = `${marker}\n${reviewText(review)}`;
    await host?.putComment(change.forge.number, { marker, body });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const about = { projectId: project.id, number: change.number };
    log.warn({ err: error, ...about }, "the forge does not take a review as a comment");
  }
}

function markerOf(review: string): string {
  return `<!-- docent:review ${createHash("sha256").update(review).digest("hex").slice(0, 16)} -->`;
}

function reviewText({ request, who, lineOf }: Omit<PostedReview, "found">): string {
  const { text, remarks } = request;
  const parts = remarks.map((remark) => {
    const line = lineOf(remark);
    const place = defuseCode(`${remark.path}:${remark.line}`);
    const before = remark.side === "old" ? " (as it was before)" : "";
    const quoted = line?.trim() ? `\n\n${defuseCode(line.trim().slice(0, longestLine))}` : "";
    return `${place}${before}${quoted}\n\n${blockQuote(defuseMarkdown(remark.body))}`;
  });
  const shown = fitting(parts, mostCharacters, (part) => part.length + 2);
  const left = parts.length - shown.length;
  return [
    `**${defuseInline(who)}** asked the agent for this:`,
    ...(text.trim() === "" ? [] : [blockQuote(defuseMarkdown(text.trim()))]),
    ...shown,
    ...(left > 0 ? [`and ${left} more`] : []),
  ].join("\n\n");
}
