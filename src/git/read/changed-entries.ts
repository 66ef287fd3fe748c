import { AppError } from "../../lib/app-error.ts";
import { askGit } from "../run/git.ts";
import { requireCommitId } from "./resolve-commit.ts";

/** A path whose content, kind or presence differs between two commits. */
export type ChangedEntry = {
  path: string;
  /** In both commits a plain file, or in one of them something else or nothing. */
  kind: "file" | "other";
  /** What it holds in the later one; all zeros where it is gone. */
  blobId: string;
};

/** A list of changed paths that is longer than this is not read. */
const mostBytes = 128 * 1024;

/** What differs between the trees of two commits; undefined where that is much, or one of them is not there. */
export async function changedEntries(
  repository: string,
  { from, to }: { from: string; to: string },
  signal?: AbortSignal,
): Promise<ChangedEntry[] | undefined> {
  requireCommitId(from);
  requireCommitId(to);
  if (from === to) return [];
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev"];
  try {
    const { agrees, stdout } = await askGit([...args, "--end-of-options", from, to], {
      gitDirectory: repository,
      maxOutputBytes: mostBytes,
      signal,
    });
    return agrees ? [...entriesOf(stdout.toString("utf8").split("\0"))] : undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** `:100644 100644 id id M`, then the path. */
function* entriesOf(fields: string[]): Generator<ChangedEntry> {
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [before = "", after = "", , blobId = ""] = (fields[at] ?? "").slice(1).split(" ");
    const isFile = before.startsWith("100") && after.startsWith("100");
    yield { path: fields[at + 1] ?? "", kind: isFile ? "file" : "other", blobId };
  }
}
