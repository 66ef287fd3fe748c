import { AppError } from "../../lib/app-error.ts";
import { askGit, runGit } from "../run/git.ts";
import { isSafeBranchName, requireBranchName } from "./branch-name.ts";
import { gitDirectoryOf } from "./is-git-directory.ts";
import { headInFiles, tipInFiles } from "./ref-files.ts";

/** Whether the text is a full object id, so that it can be nothing else to git. */
export function isCommitId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

export function requireCommitId(text: string): void {
  if (isCommitId(text)) return;
  throw new AppError("invalid_request", "A commit is named by its full id.");
}

/** The commit a name stands for, or undefined when the repository has no such thing. */
export async function resolveCommit(
  repository: string,
  name: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: spawn refuses NUL, and no ref holds the others.
  if (name === "" || name.length > 1000 || /[\u0000-\u001f]/.test(name)) return undefined;
  signal?.throwIfAborted();
  const branch = name.startsWith(heads) ? name.slice(heads.length) : "";
  const tip = branch && (await tipInFiles(repository, branch));
  if (tip) return tip;
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  try {
    const { agrees, stdout } = await askGit(args, { gitDirectory: repository, signal });
    return agrees ? stdout.toString("latin1").trim() : undefined;
  } catch (error) {
    if (error instanceof AppError && (await isReadable(repository))) return undefined;
    throw error;
  }
}

const heads = "refs/heads/";

/** The commit at the tip of a branch. */
export async function branchCommit(
  repository: string,
  branch: string,
  signal?: AbortSignal,
): Promise<string> {
  requireBranchName(branch);
  const commit = await resolveCommit(repository, `refs/heads/${branch}`, signal);
  if (commit === undefined) {
    throw new AppError("not_found", `The repository has no branch named "${branch}".`);
  }
  return commit;
}

/** The commit checked out in the work tree a folder lies in; undefined before the first commit. */
export async function headCommit(
  folder: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return resolveCommit(await gitDirectoryOf(folder), "HEAD", signal);
}

/** The branch HEAD names, or main, master, or the only one where HEAD names a branch that was never made. */
export async function defaultBranch(repository: string): Promise<string> {
  return (await defaultTip(repository)).branch;
}

/** The default branch with the commit at its tip. */
export async function defaultTip(repository: string): Promise<Tip> {
  const named = await headInFiles(repository);
  const there = named && (await tipInFiles(repository, named));
  if (named && there) return { branch: named, commit: there };
  const { tips, head } = await listBranches(repository);
  const preferred = [head, "main", "master"].find((name) => tips.has(name));
  const branch = preferred ?? (tips.size === 1 ? [...tips.keys()][0] : undefined);
  const commit = tips.get(branch ?? "");
  if (branch !== undefined && commit !== undefined) return { branch, commit };
  if (tips.size === 0) throw new AppError("not_found", "The repository has no commits yet.");
  throw new AppError("not_found", "The repository names no default branch: say which to use.");
}

type Tip = { branch: string; commit: string };

/** All branches with the commits at their tips, and the branch that HEAD names; "" when it names none of them. */
async function listBranches(
  repository: string,
): Promise<{ tips: Map<string, string>; head: string }> {
  const args = ["for-each-ref", "--format=%(HEAD)%(objectname) %(refname)", "refs/heads/"];
  const { stdout } = await runGit(args, { gitDirectory: repository });
  const listed = stdout
    .toString("utf8")
    .split("\n")
    .map((line) => ({
      isHead: line.startsWith("*"),
      commit: line.slice(1, line.indexOf(" ", 1)),
      branch: line.slice(line.indexOf(" ", 1) + " refs/heads/".length),
    }));
  const safe = listed.filter(({ branch }) => isSafeBranchName(branch));
  return {
    tips: new Map(safe.map(({ branch, commit }) => [branch, commit])),
    head: listed.find(({ isHead }) => isHead)?.branch ?? "",
  };
}

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

/** The commit where two branches parted; undefined when they have no history in common. Both are full ids. */
export async function mergeBase(
  repository: string,
  base: string,
  head: string,
): Promise<string | undefined> {
  if (base === head) return base;
  const args = ["merge-base", "--end-of-options", base, head];
  const { agrees, stdout } = await askGit(args, { gitDirectory: repository });
  return agrees ? stdout.toString("latin1").trim() : undefined;
}

async function isReadable(repository: string): Promise<boolean> {
  const { stdout } = await runGit(["rev-parse", "--git-dir"], { gitDirectory: repository });
  return stdout.length > 0;
}
