import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../lib/app-error.ts";
import { foldPath } from "../../lib/repository-path.ts";
import { runGit } from "../run/git.ts";

const maxBytes = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids control characters in names.
const forbidden = /[\u0000-\u0020\u007f~^:?*[\\]/;

/** Whether git takes the name for a branch, and no command can take it for an option or another kind of ref. */
export function isSafeBranchName(name: string): boolean {
  if (name === "" || Buffer.byteLength(name) > maxBytes || !name.isWellFormed()) return false;
  if (name.startsWith("-") || name.startsWith("refs/") || name === "HEAD" || name === "@")
    return false;
  if (forbidden.test(name) || name.includes("..") || name.includes("@{")) return false;
  if (name.endsWith(".")) return false;
  return name.split("/").every(isSafePart);
}

function isSafePart(part: string): boolean {
  return part !== "" && !part.startsWith(".") && !part.endsWith(".lock");
}

export function requireBranchName(name: string): void {
  if (isSafeBranchName(name)) return;
  throw new AppError("invalid_request", "The branch name is not one that git allows.");
}

/** Names that git also reads as something other than a branch. */
const ambiguous =
  /^(?:(?:[A-Z]+_|CHERRY_PICK_)?HEAD|AUTO_MERGE|(?:refs|heads|tags|remotes)\/.*|[0-9a-f]{40}|[0-9a-f]{64})$/i;
const unseen = /[\u0080-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/** The name of a branch that a job may work on. */
export function requireJobBranch(name: string, defaultBranch: string): string {
  if (!isSafeBranchName(name) || ambiguous.test(name) || unseen.test(name)) {
    throw new AppError(
      "invalid_request",
      "The branch name is not one that git allows. Use up to 200 letters, digits, dots, dashes and slashes, for example docs/new-page.",
    );
  }
  if (foldPath(name) === foldPath(defaultBranch)) {
    throw new AppError(
      "invalid_request",
      `A job does not work on the default branch "${defaultBranch}" itself. Name another branch: it is made when it does not exist.`,
    );
  }
  return name;
}

/** In a mirror: the names of all branches that the remote had when it was last asked. */
export const remoteNamesFile = "docent-branches";

/** None in a repository that is no mirror. */
export async function remoteNames(repository: string): Promise<string[]> {
  const text = await readFile(join(repository, remoteNamesFile), "utf8").catch((error) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return "";
    throw error;
  });
  return text.split("\n").filter((name) => name !== "");
}

/** Refuses a new branch that cannot stand beside the others: git keeps "a" and "a/b" as a file and a folder. */
export async function requireRoomForBranch(repository: string, name: string): Promise<void> {
  const args = ["for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/"];
  const { stdout } = await runGit(args, { gitDirectory: repository });
  const here = stdout.toString("utf8").split("\n").slice(0, -1);
  const branches = [...here, ...(await remoteNames(repository))];
  if (branches.includes(name)) return;
  const wanted = foldPath(name);
  const other = branches.find((branch) => {
    const folded = foldPath(branch);
    return folded === wanted || folded.startsWith(`${wanted}/`) || wanted.startsWith(`${folded}/`);
  });
  if (other === undefined) return;
  throw new AppError(
    "conflict",
    `There is a branch "${other}", and git cannot keep "${name}" beside it. Choose another name.`,
  );
}
