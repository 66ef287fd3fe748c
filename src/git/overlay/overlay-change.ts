import { createHash } from "node:crypto";
import { AppError } from "../../lib/app-error.ts";
import { requirePath, shownPath } from "../../lib/repository-path.ts";
import type { FileMode } from "../read/list-tree.ts";
import { isCommitId } from "../read/resolve-commit.ts";

/** One file that differs from the base commit. Plain JSON: a list of these is the whole state of a checkout. */
export type OverlayChange = {
  path: string;
  /** null: the file is deleted. */
  content: string | null;
  mode: FileMode;
  /** `content` is the id of a blob of the base: a file that is no text, or a long one, moved as it is. */
  encoding?: "blob";
};

export type OverlayChanges = OverlayChange[];

export const maxTextBytes = 2 * 1024 * 1024;

/** Refuses changes that no overlay makes: they come back from a store, and what they say reaches git. */
export function requireChanges(changes: OverlayChanges): void {
  for (const { path, content, mode, encoding } of changes) {
    const isSound =
      requirePath(path) === path &&
      (mode === "100644" || mode === "100755") &&
      (encoding === undefined || isCommitId(content ?? ""));
    if (!isSound) {
      throw new AppError("invalid_request", `The change to ${shownPath(path)} is damaged.`);
    }
    if (content !== null) requireText(path, content);
  }
}

export function requireText(path: string, content: string): void {
  if (content.includes("\0") || !content.isWellFormed()) {
    throw new AppError("invalid_request", `The content for ${shownPath(path)} is not plain text.`);
  }
  if (Buffer.byteLength(content) > maxTextBytes) {
    throw new AppError(
      "too_large",
      `The content for ${shownPath(path)} is over 2 MB. Split it into several files.`,
    );
  }
}

/** Whether git would give the text this id. */
export function isBlobOf(content: string | Uint8Array, blobId: string): boolean {
  const bytes = Buffer.from(content);
  const hash = createHash(blobId.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex") === blobId;
}
