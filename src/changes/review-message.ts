import type { FileDiff, ReviewRequest } from "../contract/changes.ts";
import { commentRequest } from "../text/comment-request.ts";
import { visibleLine, visibleText } from "../text/safe/visible-text.ts";

export type Remark = ReviewRequest["remarks"][number];

/** What a remark is about. */
export type RemarkedLine = {
  text: string;
  oldPath: string;
  /** As the diff shows it; undefined for a line outside of it. */
  shown: DiffLine | undefined;
};

type DiffLine = FileDiff["hunks"][number]["lines"][number];

const longestName = 200;
const longestLine = 500;

/** A review as one message of the session that proposed the change: each remark quoted, with its place and its line. */
export function reviewMessage(
  { text, remarks }: ReviewRequest,
  {
    who,
    number,
    lineOf,
  }: { who: string; number: number; lineOf(remark: Remark): string | undefined },
): string {
  const name = visibleLine(who).slice(0, longestName) || "Somebody";
  const asked = (where: string, said: string) =>
    commentRequest({ who: name, number, where, text: visibleText(said).trim() });
  const parts = text.trim() === "" ? [] : [asked("", text)];
  for (const remark of remarks) {
    const path = visibleLine(remark.path).slice(0, longestName);
    const before = remark.side === "old" ? " as it was before" : "";
    const line = lineOf(remark);
    const quoted = line === undefined ? "" : `\n\nThat line reads: ${quoteLine(line)}`;
    parts.push(asked(`, about line ${remark.line} of "${path}"${before}`, remark.body) + quoted);
  }
  return parts.join("\n\n");
}

function quoteLine(line: string): string {
  return JSON.stringify(visibleLine(line).slice(0, longestLine));
}

/** A line as the diff shows it. */
export function lineInDiff(file: FileDiff, { line, side }: Remark): DiffLine | undefined {
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  return lines.find((one) => (side === "old" ? one.oldLine : one.newLine) === line);
}
