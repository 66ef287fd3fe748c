import { AppError } from "../lib/app-error.ts";
import { buildFolder } from "./build-folder.ts";
import { type GitOptions, runGit } from "./git.ts";
import type { RepositoryAccess } from "./git-access.ts";
import { initRepository } from "./init-bare-repository.ts";
import { isGitDirectory } from "./is-git-directory.ts";
import { isSafeBranchName } from "./is-safe-branch-name.ts";
import { parseRemoteAddress } from "./remote-address.ts";

export type MirrorOptions = RepositoryAccess & {
  signal?: AbortSignal;
  timeoutMs?: number;
};

/** Brings a bare copy of all branches of a remote up to date, making it on the first call. */
export async function mirror(
  url: string,
  folder: string,
  options: MirrorOptions = {},
): Promise<void> {
  const remote = parseRemoteAddress(url);
  if (remote === undefined)
    throw new AppError("invalid_request", "Only an address can be mirrored.");
  const settings = { timeoutMs: 15 * 60_000, ...options, protocols: [remote.protocol] };
  const build = async (temporary: string) => {
    await initRepository(temporary);
    await update(remote.url, temporary, settings);
  };
  if (!(await isGitDirectory(folder))) return buildFolder(folder, build);
  try {
    await update(remote.url, folder, settings);
  } catch (error) {
    if (!isDamage(error)) throw error;
    await buildFolder(folder, build, { replace: true });
  }
}

async function update(url: string, folder: string, settings: GitOptions): Promise<void> {
  const fetch = [
    "fetch",
    "--quiet",
    "--prune",
    "--no-tags",
    "--no-write-fetch-head",
    "--no-auto-maintenance",
  ];
  await runGit([...fetch, "--", url, "+refs/heads/*:refs/heads/*"], {
    ...settings,
    gitDirectory: folder,
  });
  const branch = await remoteDefaultBranch(url, settings);
  if (branch === undefined) return;
  await runGit(["symbolic-ref", "HEAD", `refs/heads/${branch}`], { gitDirectory: folder });
}

async function remoteDefaultBranch(url: string, settings: GitOptions): Promise<string | undefined> {
  const { stdout } = await runGit(["ls-remote", "--symref", "--", url, "HEAD"], settings);
  const branch = /^ref: refs\/heads\/([^\t\n]+)\tHEAD$/m.exec(stdout.toString("utf8"))?.[1];
  return branch !== undefined && isSafeBranchName(branch) ? branch : undefined;
}

// What a process killed while it fetched, or a full disk, leaves behind. A mirror is a copy: it is made anew.
const damage =
  /\.lock': File exists|bad object|corrupt|unable to read|object file .* is empty|did not send all necessary objects|not a git repository/;

function isDamage(error: unknown): boolean {
  return (
    error instanceof AppError && error.cause instanceof Error && damage.test(error.cause.message)
  );
}
