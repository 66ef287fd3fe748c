import type { FileDiff } from "../../../../../src/contract/changes.ts";
import type { Hunk } from "../diff-rows.ts";

/** How much of a gap is shown: so many lines after the hunk above it, so many before the one below. */
export type Shown = { top: number; bottom: number };
export type ShownGaps = ReadonlyMap<number, Shown>;

/** Unchanged lines that are not shown; null until the file's text has been read. */
export type Gap = { index: number; hidden: number | null };

export type Section = { gap: Gap | undefined; hunk: Hunk };
export type Sections = { sections: Section[]; tail: Gap | undefined };

type Line = Hunk["lines"][number];
type Between = { oldFrom: number; newFrom: number; size: number | null };

/** The hunks of a file with as many unchanged lines around them as were asked for. Hunks that meet become one. */
export function contextHunks(
  file: FileDiff,
  text: readonly string[] | undefined,
  shown: ShownGaps,
): Sections {
  const gaps = gapsOf(file, text);
  const sections: Section[] = [];
  let tail: Gap | undefined;
  for (const [index, between] of gaps.entries()) {
    const last = sections.at(-1);
    const hunk = file.hunks[index];
    const ends = { hasAbove: last !== undefined, hasBelow: hunk !== undefined };
    const { above, hidden, below } = divide(between, text, atEnds(shown.get(index), ends));
    if (last && above.length > 0) last.hunk = joined(last.hunk, above);
    const gap = hidden === 0 ? undefined : { index, hidden };
    if (hunk === undefined) tail = gap;
    else if (last && gap === undefined) last.hunk = joined(last.hunk, [...below, ...hunk.lines]);
    else sections.push({ gap, hunk: below.length > 0 ? preceded(below, hunk) : hunk });
  }
  return { sections, tail };
}

/** Whether the text is the one that the hunks were made from; a long line of a hunk is cut. */
export function belongsTo(file: FileDiff, text: readonly string[]): boolean {
  return file.hunks.every(({ lines }) =>
    lines.every(
      ({ newLine, text: line }) =>
        newLine === null || (text[newLine - 1] ?? "").startsWith(line.slice(0, comparedLength)),
    ),
  );
}

const comparedLength = 1_000;

export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function gapsOf({ hunks, status }: FileDiff, text: readonly string[] | undefined): Between[] {
  let [oldFrom, newFrom] = [1, 1];
  const gaps = hunks.map((hunk): Between => {
    const range = rangeOf(hunk);
    const gap = { oldFrom, newFrom, size: Math.max(0, range.newStart - newFrom) };
    oldFrom = range.oldStart + count(hunk, "added");
    newFrom = range.newStart + count(hunk, "removed");
    return gap;
  });
  const isWhole = status === "added" || status === "deleted" || hunks.length === 0;
  const rest = text ? Math.max(0, text.length - newFrom + 1) : null;
  return [...gaps, { oldFrom, newFrom, size: isWhole ? 0 : rest }];
}

/** Before the first hunk and after the last, lines can only join the one that is there. */
function atEnds(shown: Shown = none, ends: { hasAbove: boolean; hasBelow: boolean }): Shown {
  const all = shown.top + shown.bottom;
  if (!ends.hasAbove) return { top: 0, bottom: all };
  return ends.hasBelow ? shown : { top: all, bottom: 0 };
}

const none: Shown = { top: 0, bottom: 0 };

function divide({ oldFrom, newFrom, size }: Between, text: readonly string[] = [], asked: Shown) {
  const known = size ?? 0;
  const top = Math.min(asked.top, known);
  const bottom = Math.min(asked.bottom, known - top);
  const take = (from: number, amount: number): Line[] =>
    Array.from({ length: amount }, (_, index) => ({
      kind: "context",
      text: text[newFrom - 1 + from + index] ?? "",
      oldLine: oldFrom + from + index,
      newLine: newFrom + from + index,
    }));
  return {
    above: take(0, top),
    hidden: size === null ? null : size - top - bottom,
    below: take(known - bottom, bottom),
  };
}

function joined(hunk: Hunk, lines: Line[]): Hunk {
  return { header: hunk.header, lines: [...hunk.lines, ...lines] };
}

function preceded(lines: Line[], hunk: Hunk): Hunk {
  return { header: hunk.header, lines: [...lines, ...hunk.lines] };
}

/** A side without lines names the line before it. */
function rangeOf(hunk: Hunk): { oldStart: number; newStart: number } {
  const [, oldStart = "1", oldSize, newStart = "1", newSize] =
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(hunk.header) ?? [];
  return {
    oldStart: Number(oldStart) + (oldSize === "0" ? 1 : 0),
    newStart: Number(newStart) + (newSize === "0" ? 1 : 0),
  };
}

/** Lines of one side: all but those of the other. */
function count({ lines }: Hunk, other: Line["kind"]): number {
  return lines.filter(({ kind }) => kind !== other).length;
}
