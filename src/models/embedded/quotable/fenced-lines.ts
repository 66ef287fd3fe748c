import type { FencedBlock } from "../../../docs/page/fence.ts";
import { scanPage } from "../../../docs/page/scan-page.ts";
import { lineCounter } from "../../../docs/values/line-counter.ts";

/** A fenced block that begins a line of its own; `next` is the index of the line after it. */
export type FencedLines = FencedBlock & { next: number };

/** The fenced blocks of a piece of a page, by the index of their first line. */
export function fencesByLine(markdown: string): Map<number, FencedLines> {
  const lineOf = lineCounter(markdown);
  const isOwnLine = ({ start, body, marker }: FencedBlock) =>
    markdown.slice(start, body.start).trimStart().startsWith(marker);
  return new Map(
    scanPage(markdown, "md", 0)
      .fences.filter(isOwnLine)
      .map((fence) => {
        const last = lineOf(Math.max(fence.start, fence.end - 1));
        return [lineOf(fence.start) - 1, { ...fence, next: last }];
      }),
  );
}
