import type { Stats } from "node:fs";
import { lstat, readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../lib/app-error.ts";
import { runGit } from "../run/git.ts";

/** Whether the path is a repository's own folder: a bare repository, or the `.git` of a work tree. */
export async function isGitDirectory(path: string): Promise<boolean> {
  if (await hasGitFiles(path)) return true;
  // Without a HEAD a folder is none; a file may name one.
  const isFolder = (await look(path))?.isDirectory() === true;
  if (isFolder && !(await look(join(path, "HEAD")))) return false;
  return succeeds(runGit(["rev-parse", "--resolve-git-dir", path]));
}

const longestHead = 1_000;

/** What git itself looks for. It is asked many times, and to start a process takes longer than all else a question about a branch needs. */
async function hasGitFiles(path: string): Promise<boolean> {
  const names = ["HEAD", "objects", "refs"];
  const [head, objects, refs] = await Promise.all(names.map((name) => look(join(path, name))));
  if (!head?.isFile() || head.size > longestHead) return false;
  if (!objects?.isDirectory() || !refs?.isDirectory()) return false;
  const text = await readFile(join(path, "HEAD"), "latin1").catch(() => "");
  return /^(?:ref: refs\/\S|[0-9a-f]{40})/.test(text);
}

function look(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}

/** Whether the folder lies in a work tree, so that git can list its files. */
export async function isInWorkTree(folder: string): Promise<boolean> {
  if ((await nearestWithGit(folder)) === undefined) return false;
  return succeeds(runGit(["rev-parse", "--show-toplevel"], { cwd: folder }));
}

/** Where a folder lies in its work tree, with a slash behind it; undefined when it lies in none. */
export async function prefixInWorkTree(folder: string): Promise<string | undefined> {
  if (!(await isInWorkTree(folder))) return undefined;
  const { stdout } = await runGit(["rev-parse", "--show-prefix"], { cwd: folder });
  return stdout.toString("utf8").replace(/\n$/, "");
}

/** The repository's own folder for a bare repository, a work tree, or a folder in one. */
export async function gitDirectoryOf(path: string): Promise<string> {
  if (await isGitDirectory(path)) return path;
  const found = join((await nearestWithGit(path)) ?? path, ".git");
  if (await hasGitFiles(found)) return realpath(found);
  const { stdout } = await runGit(["rev-parse", "--absolute-git-dir"], { cwd: path });
  return stdout.toString("utf8").replace(/\n$/, "");
}

/** The folder itself or the nearest one above with anything that makes git look closer; undefined where git would find nothing either. */
async function nearestWithGit(path: string): Promise<string | undefined> {
  let folder = await realpath(path).catch(() => undefined);
  while (folder !== undefined) {
    if ((await look(join(folder, ".git"))) || (await look(join(folder, "HEAD")))) return folder;
    folder = dirname(folder) === folder ? undefined : dirname(folder);
  }
  return undefined;
}

async function succeeds(run: Promise<unknown>): Promise<boolean> {
  try {
    await run;
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
