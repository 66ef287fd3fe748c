import { lineCounter } from "../values/line-counter.ts";

/** A piece of a text, in UTF-16 units, and what takes its place. */
export type TextEdit = { start: number; end: number; text: string };

/** The text with all edits made. They may come in any order; of two that overlap the later is left out. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((left, right) => left.start - right.start)) {
    if (start < at) continue;
    pieces.push(source.slice(at, start), text);
    at = end;
  }
  pieces.push(source.slice(at));
  return pieces.join("");
}

/** The lines of the new text on which something was edited, in order. */
export function editedLines(edits: readonly TextEdit[], after: string): number[] {
  const starts = edits.map(({ start }) => start).sort((left, right) => left - right);
  return [...new Set(linesAfter(edits, starts, after))];
}

/** The lines of the new text on which places of the old one stand now. The places are given in order. */
export function linesAfter(
  edits: readonly TextEdit[],
  places: readonly number[],
  after: string,
): number[] {
  const lineOf = lineCounter(after);
  const sorted = edits.toSorted((left, right) => left.start - right.start);
  let index = 0;
  let shift = 0;
  return places.map((place) => {
    for (let edit = sorted[index]; edit !== undefined && edit.start < place; edit = sorted[index]) {
      shift += edit.text.length - (edit.end - edit.start);
      index += 1;
    }
    return lineOf(Math.max(0, Math.min(place + shift, after.length)));
  });
}
