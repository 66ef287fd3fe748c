import { runGit } from "../run/git.ts";

/** Whether everything in `commit` is in `tip` as well. Both are full ids. */
export async function containsCommit(
  repository: string,
  tip: string,
  commit: string,
): Promise<boolean> {
  if (tip === commit) return true;
  const args = ["rev-list", "--max-count=1", "--end-of-options", commit, `^${tip}`];
  const { stdout } = await runGit(args, { gitDirectory: repository });
  return stdout.length === 0;
}
