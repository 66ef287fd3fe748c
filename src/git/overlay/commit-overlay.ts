import { AppError } from "../../lib/app-error.ts";
import { requireBranchName } from "../read/branch-name.ts";
import { containsCommit, requireCommitId, resolveCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { type ScratchRepository, withScratchRepository } from "../run/scratch-repository.ts";
import { fastImport } from "../write/fast-import.ts";
import { checkoutOf, moveBranch } from "../write/move-branch.ts";
import { type OverlayChanges, requireChanges } from "./overlay-change.ts";

export type OverlayCommit = {
  /** The commit the changes were made over: where the branch is, or where it will start. */
  base: string;
  branch: string;
  /** `base` is a prepared merge of these two: the commit has both as parents, and the branch is at the first. */
  merge?: { head: string; target: string } | undefined;
  changes: OverlayChanges;
  message: string;
  author: { name: string; email: string };
  date: Date;
};

/**
 * Puts the changes on a branch as one commit. The same input makes the same commit, so after a kill it can be repeated:
 * `created` is false when the branch has the commit already, or when there was nothing to commit. Only objects and
 * the branch are written; a work tree and its index stay as they are.
 */
export async function commitOverlay(
  repository: string,
  commit: OverlayCommit,
): Promise<{ commit: string; created: boolean }> {
  const { base, branch } = commit;
  requireCommitId(base);
  requireBranchName(branch);
  requireChanges(commit.changes);
  const made = await writeCommit(repository, commit);
  if (made === undefined) return { commit: base, created: false };
  const current = await resolveCommit(repository, `refs/heads/${branch}`);
  if (current !== undefined && (await containsCommit(repository, current, made))) {
    return { commit: made, created: false };
  }
  if (current !== undefined && current !== (commit.merge?.head ?? base)) throw movedError(branch);
  const folder = await checkoutOf(repository, branch);
  if (folder !== undefined) throw checkedOutError(branch, folder);
  const move = { branch, from: current, to: made, author: { ...commit.author, date: commit.date } };
  if (await moveBranch(repository, move)) return { commit: made, created: true };
  if ((await resolveCommit(repository, `refs/heads/${branch}`)) !== made) throw movedError(branch);
  return { commit: made, created: false };
}

/**
 * Writes the changes as a commit that no branch holds, to be read and in time forgotten. The same input makes the same
 * commit; without a difference it is the base.
 */
export async function commitWithoutBranch(
  repository: string,
  commit: Omit<OverlayCommit, "branch">,
): Promise<string> {
  requireCommitId(commit.base);
  requireChanges(commit.changes);
  return (await writeCommit(repository, commit)) ?? commit.base;
}

/** undefined: the changes leave everything as it is. */
function writeCommit(
  repository: string,
  commit: Omit<OverlayCommit, "branch">,
): Promise<string | undefined> {
  const { base, merge, changes, message, author, date } = commit;
  const ref = "refs/heads/made";
  return withScratchRepository(repository, { keep: false }, async (scratch, objects) => {
    const parents = merge
      ? { parent: merge.head, merge: { parent: merge.target, tree: await treeOf(scratch, base) } }
      : { parent: base };
    await fastImport(scratch, ref, { ...parents, changes, message, author: { ...author, date } });
    const names = `${ref}\n${ref}^{tree}\n${base}^{tree}\n`;
    const args = ["cat-file", "--batch-check=%(objectname)"];
    const { stdout } = await runGit(args, { ...scratch, input: names });
    const [made = "", tree, baseTree] = stdout.toString("latin1").split("\n");
    if (tree === baseTree && merge === undefined) return undefined;
    await copyObjects(scratch, objects, { made, base });
    return made;
  });
}

async function treeOf(scratch: ScratchRepository, commit: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--end-of-options", `${commit}^{tree}`];
  const { stdout } = await runGit(args, scratch);
  return stdout.toString("latin1").trim();
}

const maxPackBytes = 256 * 1024 * 1024;

// fast-import marks its pack with a file, and fails for good on one that another or a killed process left there:
// so it works in the scratch repository, and index-pack, which can be repeated, brings the objects over.
async function copyObjects(
  scratch: ScratchRepository,
  objects: string,
  { made, base }: { made: string; base: string },
): Promise<void> {
  const { stdout } = await runGit(["pack-objects", "--quiet", "--revs", "--stdout"], {
    ...scratch,
    input: `${made}\n^${base}\n`,
    maxOutputBytes: maxPackBytes,
  });
  await runGit(["index-pack", "--stdin"], { ...scratch, objectDirectory: objects, input: stdout });
}

function movedError(branch: string): AppError {
  return new AppError(
    "conflict",
    `Somebody else changed the branch "${branch}" meanwhile. Run the job again to build upon what is there now.`,
  );
}

function checkedOutError(branch: string, folder: string): AppError {
  return new AppError(
    "conflict",
    `The branch "${branch}" is checked out in ${folder}, and moving it would disturb the files there. Switch to another branch in that folder, then run the job again.`,
  );
}
