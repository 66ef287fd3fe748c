import { AppError } from "../../lib/app-error.ts";
import { checkoutOf } from "../read/checkout-of.ts";
import { containsCommit } from "../read/contains-commit.ts";
import { branchCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { withScratchRepository } from "../run/scratch-repository.ts";
import { mergeTree } from "./merge-tree.ts";
import { type BranchMove, moveBranch } from "./move-branch.ts";

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
    if ("conflicts" in merged) return { conflicts: merged.conflicts.map(explain(merge)) };
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
  const [from, to] = await tips(repository, base, head);
  return withScratchRepository(repository, { keep: false }, async (scratch) => {
    const merged = await mergeTree(scratch, from, to);
    return "conflicts" in merged ? merged.conflicts.map(explain({ base, head })) : [];
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

function explain({ base, head }: { base: string; head: string }) {
  const reasons: Record<string, string> = {
    "123": `"${base}" and "${head}" changed the same part of this file.`,
    "23": `"${base}" and "${head}" both added this file, with different content.`,
    "12": `"${head}" deleted this file, and "${base}" changed it.`,
    "13": `"${base}" deleted this file, and "${head}" changed it.`,
  };
  const other = `"${base}" and "${head}" renamed or replaced this file in different ways.`;
  return ({ path, stages }: { path: string; stages: string }): MergeConflict => ({
    path,
    reason: reasons[stages] ?? other,
  });
}
