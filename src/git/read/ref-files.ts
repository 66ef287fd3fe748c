import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isSafeBranchName } from "./branch-name.ts";

/**
 * The commit at the tip of a branch as git's own files tell it, since to start git takes far longer. Undefined where they do
 * not: there may be no such branch, or only git can tell (a symbolic ref, a linked work tree, refs kept in tables).
 */
export async function tipInFiles(repository: string, branch: string): Promise<string | undefined> {
  if (!isSafeBranchName(branch)) return undefined;
  const loose = await smallFile(join(repository, "refs/heads", branch));
  if (loose !== undefined) return /^([0-9a-f]{40}|[0-9a-f]{64})\n$/.exec(loose)?.[1];
  const packed = await smallFile(join(repository, "packed-refs"));
  const at = packed?.indexOf(` refs/heads/${branch}\n`) ?? -1;
  if (packed === undefined || at === -1) return undefined;
  const id = packed.slice(packed.lastIndexOf("\n", at) + 1, at);
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id) ? id : undefined;
}

/** The branch that HEAD names, whether there is such a branch or not; undefined where it names none. */
export async function headInFiles(repository: string): Promise<string | undefined> {
  const head = await smallFile(join(repository, "HEAD"));
  return head && /^ref: refs\/heads\/(\S{1,1000})\n$/.exec(head)?.[1];
}

const mostBytes = 1024 * 1024;

/** Undefined for what is no plain file: a stranger's repository may have a pipe there, which never ends. */
async function smallFile(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile() || found.size > mostBytes) return undefined;
  return readFile(path, "utf8").catch(() => undefined);
}
