import { isSafeBranchName } from "./branch-name.ts";
import { isCommitId, resolveCommit } from "./resolve-commit.ts";

/** The commit that a branch's name or a full commit id stands for. Nothing else that git takes for a revision is looked up. */
export async function resolveRef(
  repository: string,
  ref: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (isCommitId(ref)) return resolveCommit(repository, ref, signal);
  if (!isSafeBranchName(ref)) return undefined;
  return resolveCommit(repository, `refs/heads/${ref}`, signal);
}
