import { requireCommitId } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { type ScratchRepository, withScratchRepository } from "../run/scratch-repository.ts";
import { type MergeConflict, mergeTree } from "./merge.ts";

export type TakeBack = {
  /** Commit the result is built upon: the base as it is now. */
  tip: string;
  /** What is taken back leads from `before` to `after`. */
  before: string;
  after: string;
  message: string;
  author: { name: string; email: string };
  date: Date;
};

/**
 * Makes a commit upon `tip` without what led from one commit to another, however that came into it: by a merge, a squash
 * or a rebase. The same input makes the same commit. No branch is moved. `commit` is `tip` where nothing is left to take back.
 */
export async function takeBack(
  repository: string,
  { tip, before, after, message, author, date }: TakeBack,
): Promise<{ commit: string } | { conflicts: MergeConflict[] }> {
  for (const commit of [tip, before, after]) requireCommitId(commit);
  return withScratchRepository(repository, { keep: true }, async (scratch) => {
    const commitTree = commitTreeIn(scratch, { ...author, date });
    // The tree to come from is made the parent of both, so that git merges over it.
    const common = await commitTree(`${after}^{tree}`);
    const ours = await commitTree(`${tip}^{tree}`, common);
    const theirs = await commitTree(`${before}^{tree}`, common);
    const merged = await mergeTree(scratch, ours, theirs);
    if ("conflicts" in merged) return { conflicts: merged.conflicts.map(explain) };
    const { stdout } = await runGit(["rev-parse", "--end-of-options", `${tip}^{tree}`], scratch);
    if (stdout.toString("latin1").includes(merged.tree)) return { commit: tip };
    return { commit: await commitTree(merged.tree, tip, message) };
  });
}

function commitTreeIn(
  scratch: ScratchRepository,
  author: { name: string; email: string; date: Date },
) {
  return async (tree: string, parent?: string, message = ""): Promise<string> => {
    const args =
      parent === undefined
        ? ["commit-tree", "--end-of-options", tree]
        : ["commit-tree", "-p", parent, "--end-of-options", tree];
    const { stdout } = await runGit(args, {
      ...scratch,
      author,
      input: message.replaceAll("\0", ""),
    });
    return stdout.toString("latin1").trim();
  };
}

const reasons: Record<string, string> = {
  "123": "This part of the file was changed again since.",
  "12": "This file was changed since it was added.",
  "13": "This file was deleted since.",
};

function explain({ path, stages }: { path: string; stages: string }): MergeConflict {
  return { path, reason: reasons[stages] ?? "This file was moved or replaced since." };
}
