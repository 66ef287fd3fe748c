import type { FileDiff } from "../../../../src/contract/changes.ts";
import { type CodeToken, markColumns } from "../../highlight/code-token.ts";
import { highlightLines } from "../../highlight/highlight-lines.ts";
import { languageOfPath } from "../../highlight/language.ts";
import { changedWords } from "./changed-words.ts";

export type Hunk = FileDiff["hunks"][number];
type DiffLine = Hunk["lines"][number];

export type DiffRow = DiffLine & { key: string; tokens: CodeToken[] };
export type DiffPair = { key: string; left: DiffRow | undefined; right: DiffRow | undefined };

/** A hunk's lines with colours, and with the words that changed marked. */
export function diffRows(hunk: Hunk, path: string): DiffRow[] {
  const rows = hunk.lines.map((line, index) => ({
    ...line,
    key: `row-${index}`,
    tokens: noTokens,
  }));
  const language = languageOfPath(path);
  for (const side of ["removed", "added"] as const) {
    const mine = rows.filter(({ kind }) => kind === side || kind === "context");
    const first = mine[0];
    const isFileStart = (side === "added" ? first?.newLine : first?.oldLine) === 1;
    const coloured = highlightLines(
      mine.map(({ text }) => text),
      language,
      { isFileStart },
    );
    mine.forEach((row, index) => {
      row.tokens = coloured[index] ?? noTokens;
    });
  }
  for (const { left, right } of pairRows(rows)) markChange(left, right);
  return rows;
}

const noTokens: CodeToken[] = [];

export type DrawnHunk = { rows: DiffRow[]; pairs: DiffPair[] };
const drawn = new WeakMap<Hunk, DrawnHunk>();

/** The same, worked out once for all parts of a hunk that are drawn at different times. */
export function drawnHunk(hunk: Hunk, path: string): DrawnHunk {
  const known = drawn.get(hunk);
  if (known) return known;
  const rows = diffRows(hunk, path);
  const made = { rows, pairs: pairRows(rows) };
  drawn.set(hunk, made);
  return made;
}

/** Old beside new: removed lines stand next to the added lines that follow them. */
export function pairRows(rows: DiffRow[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  let left: DiffRow[] = [];
  let right: DiffRow[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
      const [old, fresh] = [left[index], right[index]];
      pairs.push({ key: `${old?.key}|${fresh?.key}`, left: old, right: fresh });
    }
    left = [];
    right = [];
  };
  for (const row of rows) {
    if (row.kind === "added") right.push(row);
    if (row.kind === "removed") {
      if (right.length > 0) flush();
      left.push(row);
    }
    if (row.kind !== "context") continue;
    flush();
    pairs.push({ key: row.key, left: row, right: row });
  }
  flush();
  return pairs;
}

function markChange(left: DiffRow | undefined, right: DiffRow | undefined): void {
  if (!left || !right || left === right) return;
  const changed = changedWords(left.text, right.text);
  for (const { start, end } of changed.before) left.tokens = markColumns(left.tokens, start, end);
  for (const { start, end } of changed.after) right.tokens = markColumns(right.tokens, start, end);
}
