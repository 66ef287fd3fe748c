import { AppError } from "../../lib/app-error.ts";
import { requireNewPath, shownPath } from "../../lib/repository-path.ts";
import type { OverlayFiles } from "./overlay-files.ts";
import { readTexts } from "./read-overlay.ts";

type Move = { from: string; to: string };

/** Moves the files one after the other. When one cannot be moved, those before it go back and it is thrown why. */
export async function moveFiles(
  repository: string,
  files: OverlayFiles,
  moves: Move[],
): Promise<void> {
  for (const { from } of moves) files.require(from);
  const texts = new Map<string, string>();
  for await (const { path, content } of readTexts(
    repository,
    moves.map(({ from }) => from),
    files,
  )) {
    texts.set(path, content);
  }
  const before = moves.map((move) => ({
    to: { path: move.to, change: files.changeAt(move.to) },
    from: { path: move.from, change: files.changeAt(move.from) },
  }));
  try {
    for (const move of moves) moveFile(files, move, texts.get(move.from));
  } catch (error) {
    for (const { to, from } of before.toReversed()) {
      files.restore(to.path, to.change);
      files.restore(from.path, from.change);
    }
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
  // In this order a new file moves even when no more files may be changed.
  files.remove(from);
  files.put(to, content === undefined ? file : { kind: "text", content, mode: file.mode });
}
