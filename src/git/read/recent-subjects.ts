import { AppError } from "../../lib/app-error.ts";
import { runGit } from "../run/git.ts";
import { requireCommitId } from "./resolve-commit.ts";

const longestSubject = 300;

/** First lines of the commits that led to this one, newest first, merges left out; none where git cannot tell. */
export async function recentSubjects(
  repository: string,
  commit: string,
  { count = 50, signal }: { count?: number; signal?: AbortSignal | undefined } = {},
): Promise<string[]> {
  requireCommitId(commit);
  // Whatever a repository's config could turn is named, so that the output has one form.
  const args = [
    "log",
    ...["-z", "--format=tformat:%s", "--encoding=UTF-8", `--max-count=${count}`, "--no-merges"],
    ...["--no-color", "--no-decorate", "--no-show-signature", "--no-notes", "--no-patch"],
    ...["--end-of-options", commit, "--"],
  ];
  try {
    const { stdout } = await runGit(args, {
      gitDirectory: repository,
      timeoutMs: 10_000,
      maxOutputBytes: 1024 * 1024,
      signal,
    });
    const subjects = stdout.toString("utf8").split("\0");
    return subjects.map((one) => one.slice(0, longestSubject).trim()).filter((one) => one !== "");
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AppError) return [];
    throw error;
  }
}
