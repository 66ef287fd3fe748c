import { runGit } from "../run/git.ts";
import { requireCommitId } from "./resolve-commit.ts";

export type CommitText = { id: string; message: string };

/** The messages of the commits that lead from one to another, newest first, merges left out, at most so many. */
export async function commitsBetween(
  repository: string,
  { from, to }: { from: string; to: string },
  { count, signal }: { count: number; signal?: AbortSignal | undefined },
): Promise<CommitText[]> {
  requireCommitId(from);
  requireCommitId(to);
  // Whatever a repository's config could turn is named, so that the output has one form.
  const args = [
    "log",
    ...["-z", "--format=tformat:%H%n%B", "--encoding=UTF-8", `--max-count=${count}`],
    ...["--no-merges", "--no-color", "--no-decorate", "--no-show-signature", "--no-notes"],
    ...["--no-patch", "--end-of-options", to, `^${from}`, "--"],
  ];
  const { stdout } = await runGit(args, {
    gitDirectory: repository,
    timeoutMs: 30_000,
    maxOutputBytes: 16 * 1024 * 1024,
    signal,
  });
  const texts = stdout.toString("utf8").split("\0").slice(0, -1);
  return texts.map((text) => {
    const end = text.indexOf("\n");
    return { id: text.slice(0, end), message: text.slice(end + 1).trim() };
  });
}

/** How many commits lead from one to another. */
export async function countCommits(
  repository: string,
  { from, to }: { from: string; to: string },
): Promise<number> {
  requireCommitId(from);
  requireCommitId(to);
  const args = ["rev-list", "--count", "--no-merges", "--end-of-options", to, `^${from}`, "--"];
  const { stdout } = await runGit(args, { gitDirectory: repository, timeoutMs: 30_000 });
  return Number(stdout.toString("latin1").trim());
}

/** The commit so many steps before this one, or the first one there is. */
export async function earlierCommit(
  repository: string,
  commit: string,
  steps: number,
): Promise<string> {
  requireCommitId(commit);
  const args = ["rev-list", "--first-parent", `--max-count=${steps + 1}`];
  const { stdout } = await runGit([...args, "--end-of-options", commit, "--"], {
    gitDirectory: repository,
    timeoutMs: 30_000,
  });
  return stdout.toString("latin1").trim().split("\n").at(-1) ?? commit;
}
