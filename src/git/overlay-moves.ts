import { AppError } from "../lib/app-error.ts";
import type { OverlayFile, OverlayFiles } from "./overlay-files.ts";
import { requireNewPath, shownPath } from "./overlay-path.ts";
import { readTexts } from "./read-overlay.ts";

type Move = { from: string; to: string };

/** Moves the files one after the other. When one cannot be moved, those before it go back and it is thrown why. */
export async function moveFiles(
  repository: string,
  files: OverlayFiles,
  moves: Move[],
): Promise<void> {
  const originals = new Map(moves.map(({ from }) => [from, files.require(from)]));
  const texts = new Map<string, string>();
  for await (const { path, content } of readTexts(repository, [...originals.keys()], files)) {
    texts.set(path, content);
  }
  const done: Move[] = [];
  try {
    for (const move of moves) {
      moveFile(files, move, texts.get(move.from));
      done.push(move);
    }
  } catch (error) {
    for (const { from, to } of done.toReversed()) putBack(files, { from, to }, originals.get(from));
    throw error;
  }
}

/** With its text, where it has one, a file no longer depends on a blob. */
function moveFile(files: OverlayFiles, { from, to }: Move, content: string | undefined): void {
  const file = files.require(from);
  if (files.has(to)) {
    throw new AppError(
      "conflict",
      `There is a file ${shownPath(to)} already. Choose another path, or delete that file first.`,
    );
  }
  requireNewPath(to);
  files.requireRoom(to, from);
  files.put(to, content === undefined ? file : { kind: "text", content, mode: file.mode });
  files.remove(from);
}

function putBack(files: OverlayFiles, { from, to }: Move, original: OverlayFile | undefined): void {
  files.remove(to);
  if (original !== undefined) files.put(from, original);
}
