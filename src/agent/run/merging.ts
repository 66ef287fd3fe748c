import type { OverlayChanges } from "../../git/overlay/overlay.ts";
import { hasConflictMarks } from "../../git/write/prepare-merge.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Merging } from "../../store/jobs/job-turns.ts";
import type { Progress, Turn } from "./job-progress.ts";

const mostNamed = 50;

/** What a model is told of a merge that it is to settle. */
export function mergingMessages(
  merging: Merging | null,
  { branch, base }: { branch: string; base: string },
): Progress["conversation"] {
  if (!merging) return [];
  const names = [JSON.stringify(base), JSON.stringify(branch)] as const;
  const lines = merging.conflicts.slice(0, mostNamed).map(({ path, reason }) => {
    const marked = merging.marked.includes(path) ? " Its conflicts are marked." : "";
    return `- ${JSON.stringify(path)}: ${reason}${marked}`;
  });
  const content = [
    `The branch ${names[0]} has been merged into ${names[1]} as far as git can, and the files are now as that merge leaves them.`,
    lines.length > 0
      ? `These do not agree:\n${lines.join("\n")}`
      : "They agree everywhere: there is nothing to settle.",
    `In a marked file the lines between "<<<<<<<" and "=======" are those of ${names[0]}, the lines between "=======" and ">>>>>>>" those of ${names[1]}. Read each file, write what keeps the intent of both sides, and leave no mark. Where one side deleted a file that the other changed, decide whether it stays. Change nothing else.`,
  ].join("\n\n");
  return [{ role: "user", content }];
}

/** Files in which conflicts are still marked. */
export function unsettledFiles(
  { merging }: Pick<Turn, "merging">,
  changes: OverlayChanges,
): string[] {
  if (!merging) return [];
  const written = new Map(changes.map(({ path, content }) => [path, content]));
  const untouched = merging.marked.filter((path) => !written.has(path));
  const left = [...written].flatMap(([path, content]) =>
    content !== null && hasConflictMarks(content) ? [path] : [],
  );
  return [...untouched, ...left];
}

/** Nothing with a mark of a conflict in it is pushed. */
export function requireSettled(turn: Pick<Turn, "merging">, changes: OverlayChanges): void {
  const left = unsettledFiles(turn, changes);
  if (left.length === 0) return;
  const names = left.slice(0, 10).map((path) => JSON.stringify(path));
  const more = left.length > names.length ? " and others" : "";
  throw new AppError(
    "conflict",
    `The conflicts were not settled, and nothing was pushed. They are left in ${names.join(", ")}${more}. Merge the branches with git, or ask again and say how to settle them.`,
  );
}
