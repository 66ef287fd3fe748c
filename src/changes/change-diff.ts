import type { EditedRepository } from "../forge/edited-repository.ts";
import type { ForgeChange } from "../forge/forge.ts";
import { type Diff, diffCommits } from "../git/read/diff.ts";
import { resolveCommit } from "../git/read/resolve-commit.ts";
import type { MergeConflict } from "../git/write/merge.ts";
import { createWeightedCache, type WeightedCache } from "../lib/weighted-cache.ts";

/** What two commits lead to, which never changes. */
export type DiffCache = {
  between: WeightedCache<Diff>;
  conflicts: WeightedCache<MergeConflict[]>;
};

/** Lines that are kept of all diffs together. */
const room = 200_000;
const conflictRoom = 20_000;

export function createDiffCache(): DiffCache {
  return {
    between: createWeightedCache(room),
    conflicts: createWeightedCache(conflictRoom),
  };
}

/** What a change changes. */
export async function changeDiff(
  { diffs }: { diffs: DiffCache },
  { path }: Pick<EditedRepository, "path">,
  { baseCommit, headCommit }: Pick<ForgeChange, "baseCommit" | "headCommit">,
): Promise<Diff> {
  const key = [path, baseCommit, headCommit].join("\0");
  const known = diffs.between.get(key);
  if (known) return known;
  const commits = [baseCommit, headCommit].map((commit) => resolveCommit(path, commit));
  // git throws the commits of a deleted branch away after a while.
  if ((await Promise.all(commits)).includes(undefined)) return { files: [], truncated: true };
  const diff = await diffCommits(path, baseCommit, headCommit);
  diffs.between.set(key, diff, weightOf(diff));
  return diff;
}

function weightOf({ files }: Diff): number {
  const lines = files.flatMap(({ hunks }) => hunks.map((hunk) => hunk.lines.length + 1));
  return files.length + lines.reduce((sum, count) => sum + count, 0);
}
