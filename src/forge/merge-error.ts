import type { MergeConflict } from "../git/write/merge.ts";
import { AppError } from "../lib/app-error.ts";

const shownConflicts = 100;

/** Two branches do not merge; `conflicts` is empty where only the forge knows why. */
export function mergeError(
  { base, head }: { base: string; head: string },
  conflicts: MergeConflict[],
): AppError {
  const count = conflicts.length === 1 ? "one file" : `${conflicts.length} files`;
  const where = conflicts.length === 0 ? "" : `: they do not agree on ${count}`;
  return new AppError(
    "conflict",
    `"${head}" cannot be merged into "${base}"${where}. Merge "${base}" into "${head}" and settle what differs, then try again.`,
    {
      details: conflicts
        .slice(0, shownConflicts)
        .map(({ path, reason }) => ({ path, message: reason })),
    },
  );
}

export function conflictError(sentence: string): AppError {
  return new AppError("conflict", sentence);
}
