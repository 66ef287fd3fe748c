import { AppError } from "../../lib/app-error.ts";
import { runGit } from "../run/git.ts";
import { requireCommitId } from "./resolve-commit.ts";

const maxFileBytes = 1024 * 1024;

/** The text of one file of a commit; undefined where there is no such file, or no text in it. Throws `too_large`. */
export async function readFileAt(
  repository: string,
  { commit, path }: { commit: string; path: string },
): Promise<string | undefined> {
  requireCommitId(commit);
  if (path.includes("\0")) return undefined;
  const args = ["cat-file", "--end-of-options", "blob", `${commit}:${path}`];
  const options = { gitDirectory: repository, maxOutputBytes: maxFileBytes };
  const found = await runGit(args, options).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== "too_large") return undefined;
    throw new AppError("too_large", `This file is too large to be shown as a whole: over 1 MB.`);
  });
  if (found === undefined || found.stdout.includes(0)) return undefined;
  return found.stdout.toString("utf8");
}
