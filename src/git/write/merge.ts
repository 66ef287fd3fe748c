import { AppError } from "../../lib/app-error.ts";
import { branchCommit, containsCommit } from "../read/resolve-commit.ts";
import { askGit, runGit } from "../run/git.ts";
import { type ScratchRepository, withScratchRepository } from "../run/scratch-repository.ts";
import { type BranchMove, checkoutOf, moveBranch } from "./move-branch.ts";

export type MergeConflict = { path: string; reason: string };

export type Merge = {
  /** Branch that receives the changes. */
  base: string;
  /** Branch that has them. */
  head: string;
  /** Where the head must be: what somebody reviewed is what gets merged. */
  headCommit: string;
  message: string;
  author: { name: string; email: string };
  date: Date;
  /** Moves the base in place of git alone, for a mirror, whose branches are elsewhere. False: somebody was first. */
  move?(repository: string, move: BranchMove): Promise<boolean>;
};

/**
 * Merges a branch with a merge commit, also where a fast-forward would do. Nothing is written on a conflict. A branch
 * that was merged before stays as it is. A checked-out base is refused: its files would no longer match.
 */
export async function mergeBranches(
  repository: string,
  merge: Merge,
): Promise<{ commit: string } | { conflicts: MergeConflict[] }> {
  const [from, head] = await tips(repository, merge.base, merge.head);
  if (head !== merge.headCommit) {
    throw new AppError("conflict", `The branch "${merge.head}" has changed. Look at it again.`);
  }
  if (await containsCommit(repository, from, head)) return { commit: from };
  await requireNotCheckedOut(repository, merge);
  const author = { ...merge.author, date: merge.date };
  const made = await withScratchRepository(repository, { keep: true }, async (scratch) => {
    const merged = await mergeTree(scratch, from, head);
    if ("conflicts" in merged) return { conflicts: explainConflicts(merge, merged.conflicts) };
    const args = ["commit-tree", "-p", from, "-p", head, "--end-of-options", merged.tree];
    const input = merge.message.replaceAll("\0", "");
    const { stdout } = await runGit(args, { ...scratch, author, input });
    return { commit: stdout.toString("latin1").trim() };
  });
  if ("conflicts" in made) return made;
  const { move = moveBranch } = merge;
  if (await move(repository, { branch: merge.base, from, to: made.commit, author })) return made;
  const current = await branchCommit(repository, merge.base);
  if (await containsCommit(repository, current, head)) return { commit: current };
  throw new AppError("conflict", `The branch "${merge.base}" moved meanwhile. Merge again.`);
}

/** What stands in the way of merging a branch; empty when it merges cleanly. */
export async function mergeConflicts(
  repository: string,
  base: string,
  head: string,
): Promise<MergeConflict[]> {
  return conflictsOfTips(repository, { base, head }, await tips(repository, base, head));
}

/** The same for commits where the branches are known to be. */
export async function conflictsOfTips(
  repository: string,
  branches: { base: string; head: string },
  [from, to]: [string, string],
): Promise<MergeConflict[]> {
  return withScratchRepository(repository, { keep: false }, async (scratch) => {
    const merged = await mergeTree(scratch, from, to);
    return "conflicts" in merged ? explainConflicts(branches, merged.conflicts) : [];
  });
}

function tips(repository: string, base: string, head: string): Promise<[string, string]> {
  return Promise.all([branchCommit(repository, base), branchCommit(repository, head)]);
}

async function requireNotCheckedOut(repository: string, { base, head }: Merge): Promise<void> {
  const folder = await checkoutOf(repository, base);
  if (folder === undefined) return;
  throw new AppError(
    "conflict",
    `"${base}" is checked out in ${folder}, and merging here would leave the files there behind. Run this there instead: git merge --no-ff ${quotedForShell(head)}`,
  );
}

function quotedForShell(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Each with a sentence; `base` is the side that was merged first. */
export function explainConflicts(
  { base, head }: { base: string; head: string },
  conflicts: ConflictedPath[],
): MergeConflict[] {
  const reasons: Record<string, string> = {
    "123": `"${base}" and "${head}" changed the same part of this file.`,
    "23": `"${base}" and "${head}" both added this file, with different content.`,
    "12": `"${head}" deleted this file, and "${base}" changed it.`,
    "13": `"${base}" deleted this file, and "${head}" changed it.`,
  };
  const other = `"${base}" and "${head}" renamed or replaced this file in different ways.`;
  return conflicts.map(({ path, stages }) => ({ path, reason: reasons[stages] ?? other }));
}

/** Which of the three versions a path has: 1 where the branches parted, 2 in the base, 3 in the head. */
type ConflictedPath = { path: string; stages: string };

/** With conflicts, the tree has them marked in its files. */
export type MergedTree = { tree: string } | { tree: string; conflicts: ConflictedPath[] };

/** Merges two commits without a work tree. Both are full ids. */
export async function mergeTree(
  scratch: ScratchRepository,
  base: string,
  head: string,
): Promise<MergedTree> {
  const options = ["--write-tree", "-z", "--no-messages", "--end-of-options"];
  const args = ["merge-tree", ...options, base, head];
  const { agrees, stdout } = await askGit(args, scratch).catch(explainFailure);
  const [tree = "", ...entries] = stdout.toString("utf8").split("\0");
  if (agrees) return { tree };
  const stages = new Map<string, string>();
  for (const entry of entries.filter((text) => text !== "")) {
    const tab = entry.indexOf("\t");
    const path = entry.slice(tab + 1);
    stages.set(path, (stages.get(path) ?? "") + entry.charAt(tab - 1));
  }
  if (stages.size === 0) throw new AppError("unavailable", "git could not merge the branches.");
  return { tree, conflicts: [...stages].map(([path, found]) => ({ path, stages: found })) };
}

async function explainFailure(error: unknown): Promise<never> {
  await requireMergeTree();
  const isUnrelated = error instanceof AppError && error.message.includes("unrelated histories");
  if (!isUnrelated) throw error;
  throw new AppError("conflict", "The two branches have no history in common.", { cause: error });
}

async function requireMergeTree(): Promise<void> {
  const { stdout } = await runGit(["version"]);
  const [, version = "", major, minor] =
    /^git version ((\d+)\.(\d+)\S*)/.exec(stdout.toString("utf8")) ?? [];
  if (Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 38)) return;
  throw new AppError(
    "unavailable",
    `Merging here needs git 2.38 or newer, and this machine has ${version || "another one"}. Update git, or merge the branch by hand.`,
  );
}
