import { count } from "../../../format.ts";
import type { Hunk } from "../../change/diff-rows.ts";
import { isRecord } from "./summarise-tool.ts";

export type Edit = {
  path: string;
  pieces: Piece[];
  /** Pieces that the stream left out. */
  missing: number;
};
type Piece = { before: string; after: string; isEverywhere: boolean };

export type EditHunks = { hunks: Hunk[]; note: string };

const mostLines = 400;

/** Undefined where the call is no edit, or not one that could be made. */
export function editOf(name: string, input: unknown): Edit | undefined {
  if (name !== "edit_file" || !isRecord(input) || typeof input.path !== "string") return undefined;
  const isSingle = input.edits === undefined;
  if (!isSingle && (input.old !== undefined || input.new !== undefined)) return undefined;
  const given = isSingle ? [input] : input.edits;
  if (!Array.isArray(given)) return undefined;
  const pieces = given.map(pieceOf).filter((piece) => piece !== undefined);
  if (pieces.length === 0) return undefined;
  return { path: input.path, pieces, missing: given.length - pieces.length };
}

/** Each piece as what it takes out and what it puts in; all of them together stay short. */
export function editHunks({ pieces, missing }: Edit): EditHunks {
  const hunks: Hunk[] = [];
  let room = mostLines;
  for (const [index, piece] of pieces.entries()) {
    if (room <= 0) break;
    const lines = linesOf(piece);
    const words = [
      pieces.length + missing > 1 ? `Edit ${index + 1} of ${pieces.length + missing}` : "Edit",
      ...(piece.isEverywhere ? ["every occurrence"] : []),
      ...(lines.length > room ? [`the first ${count(room, "line")}`] : []),
    ];
    hunks.push({ header: words.join(", "), lines: lines.slice(0, room) });
    room -= lines.length;
  }
  const unseen = pieces.length - hunks.length + missing;
  return { hunks, note: unseen > 0 ? `${count(unseen, "more edit")} not shown` : "" };
}

function pieceOf(value: unknown): Piece | undefined {
  if (!isRecord(value)) return undefined;
  const { old: before, new: after, replaceAll } = value;
  if (typeof before !== "string" || typeof after !== "string") return undefined;
  return { before, after, isEverywhere: replaceAll === true };
}

function linesOf({ before, after }: Piece): Hunk["lines"] {
  return [...sideOf("removed", before), ...sideOf("added", after)];
}

function sideOf(kind: "removed" | "added", text: string): Hunk["lines"] {
  if (text === "") return [];
  return text.split("\n").map((line) => ({ kind, text: line, oldLine: null, newLine: null }));
}
