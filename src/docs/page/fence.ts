import type { Range } from "./region.ts";

/** The mark that opens a fenced code block. */
export type Fence = {
  marker: string;
  length: number;
  /** The column of the mark. */
  indent: number;
  /** What stands behind the mark: the language, and what else is said of the block. */
  info: string;
  isQuoted: boolean;
};

/** A fenced code block of a page; it ends before the line after it. */
export type FencedBlock = Range & Fence & { body: Range; isClosed: boolean };

/** The fenced code block this line opens, also inside quotes and list items. */
export function openFence(line: string): Fence | undefined {
  if (!line.includes("```") && !line.includes("~~~")) return undefined;
  const match = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+){0,20})(`{3,}|~{3,})/.exec(line);
  if (match === null) return undefined;
  const [opening, before = "", run = ""] = match;
  const info = line.slice(opening.length);
  const marker = run.charAt(0);
  if (marker === "`" && info.includes("`")) return undefined;
  const isQuoted = before.trimStart().startsWith(">");
  return { marker, length: run.length, indent: columnsOf(before), info: info.trim(), isQuoted };
}

/** A fence that stands four columns deeper than the block is shown in it, as blocks about Markdown do. */
export function closesFence(line: string, fence: Fence, isMdx = false): boolean {
  const bare = (fence.isQuoted ? line.replace(/^[\s>]+/, "") : line).trim();
  if (bare[0] !== fence.marker || bare.length < fence.length) return false;
  if (bare !== fence.marker.repeat(bare.length)) return false;
  return isMdx || fence.isQuoted || indentOf(line) < fence.indent + 4;
}

/** How far a line's text stands from its start; a tab goes to the next multiple of four. */
export function indentOf(line: string): number {
  return columnsOf(/^[ \t]*/.exec(line)?.[0] ?? "");
}

/** The column at which a text of this beginning goes on. */
export function columnsOf(before: string): number {
  if (!before.includes("\t")) return before.length;
  let column = 0;
  for (const character of before) column += character === "\t" ? 4 - (column % 4) : 1;
  return column;
}
