import { readFileAt } from "../read/read-file-at.ts";
import { containsCommit, requireCommitId } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { type ScratchRepository, withScratchRepository } from "../run/scratch-repository.ts";
import { explainConflicts, type MergeConflict, mergeTree } from "./merge.ts";

export type PreparedMerge = {
  /** What is worked upon: both branches merged as far as git can, with conflicts marked in the files. On no branch. */
  commit: string;
  /** Tip of the branch that receives the other, and of that other. */
  head: string;
  target: string;
  conflicts: MergeConflict[];
  /** The files that have marks of a conflict in them. */
  marked: string[];
};

export type MergedBranches = { head: string; base: string; headCommit: string; target: string };

/**
 * Brings a base branch into a branch as far as git can. The same two commits make the same one, so that it can be made
 * again wherever it is missing. Undefined: the branch has all of the base.
 */
export async function prepareMerge(
  repository: string,
  { head, base, headCommit, target }: MergedBranches,
): Promise<PreparedMerge | undefined> {
  for (const commit of [headCommit, target]) requireCommitId(commit);
  if (await containsCommit(repository, headCommit, target)) return undefined;
  const made = await withScratchRepository(repository, { keep: true }, async (scratch) => {
    const merged = await mergeTree(scratch, target, headCommit);
    const conflicts = "conflicts" in merged ? merged.conflicts : [];
    const commit = await commitOf(scratch, { head: headCommit, target, tree: merged.tree });
    return { commit, conflicts: explainConflicts({ base, head }, conflicts) };
  });
  const marked: string[] = [];
  for (const { path } of made.conflicts) {
    const text = await readFileAt(repository, { commit: made.commit, path });
    if (text !== undefined && hasConflictMarks(text)) marked.push(path);
  }
  return { ...made, head: headCommit, target, marked };
}

/** git marks each side with the commit it comes from. */
export function hasConflictMarks(text: string): boolean {
  return /^(?:<{7}|>{7}) [0-9a-f]{40}/m.test(text);
}

async function commitOf(
  scratch: ScratchRepository,
  { head, target, tree }: { head: string; target: string; tree: string },
): Promise<string> {
  const args = ["commit-tree", "-p", head, "-p", target, "--end-of-options", tree];
  const author = { name: "Docent", email: "docent@localhost", date: new Date(0) };
  const { stdout } = await runGit(args, { ...scratch, author, input: "Merge to be settled\n" });
  return stdout.toString("latin1").trim();
}
