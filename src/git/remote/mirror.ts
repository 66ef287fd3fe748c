import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../lib/app-error.ts";
import { isGitDirectory } from "../read/is-git-directory.ts";
import { type GitOptions, runGit } from "../run/git.ts";
import type { RepositoryAccess } from "../run/git-access.ts";
import { retryLocked } from "../run/retry-locked.ts";
import { buildFolder } from "../write/build-folder.ts";
import { initRepository } from "../write/init-bare-repository.ts";
import { isSafeBranchName } from "../write/is-safe-branch-name.ts";
import { inMirrorTurn } from "./mirror-turn.ts";
import { parseRemoteAddress } from "./remote-address.ts";

export type MirrorOptions = RepositoryAccess & {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** A copy that was fetched no longer ago than this is left as it is. */
  maxAgeMs?: number;
};

/**
 * Brings a bare copy of all branches of a remote up to date, making it on the first call. Afterwards `refs/heads` is as
 * the remote has it; refs elsewhere, such as those that keep what a job has not pushed yet, stay.
 */
export async function mirror(
  url: string,
  folder: string,
  { maxAgeMs = 0, ...options }: MirrorOptions = {},
): Promise<void> {
  const remote = parseRemoteAddress(url);
  if (remote === undefined)
    throw new AppError("invalid_request", "Only an address can be mirrored.");
  const settings = { timeoutMs: 15 * 60_000, ...options, protocols: [remote.protocol] };
  const work = async () => {
    if (maxAgeMs > 0 && (await ageMs(folder)) <= maxAgeMs) return;
    await bringUpToDate(remote.url, folder, settings);
  };
  await inMirrorTurn(folder, work, options.signal);
}

async function bringUpToDate(url: string, folder: string, settings: GitOptions): Promise<void> {
  const build = async (temporary: string) => {
    await initRepository(temporary);
    await update(url, temporary, settings);
  };
  if (!(await isGitDirectory(folder))) return buildFolder(folder, build);
  try {
    await retryLocked(folder, () => update(url, folder, settings), settings.signal);
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
    "--no-recurse-submodules",
    "--end-of-options",
  ];
  await runGit([...fetch, url, "+refs/heads/*:refs/heads/*"], {
    ...settings,
    gitDirectory: folder,
  });
  const branch = await remoteDefaultBranch(url, settings);
  if (branch !== undefined) {
    await runGit(["symbolic-ref", "HEAD", `refs/heads/${branch}`], { gitDirectory: folder });
  }
  await writeFile(join(folder, fetchedFile), "");
}

async function remoteDefaultBranch(url: string, settings: GitOptions): Promise<string | undefined> {
  const args = ["ls-remote", "--symref", "--end-of-options", url, "HEAD"];
  const { stdout } = await runGit(args, settings);
  const branch = /^ref: refs\/heads\/([^\t\n]+)\tHEAD$/m.exec(stdout.toString("utf8"))?.[1];
  return branch !== undefined && isSafeBranchName(branch) ? branch : undefined;
}

/** Its time says when the copy was last as the remote is. */
const fetchedFile = "docent-fetched";

function ageMs(folder: string): Promise<number> {
  return stat(join(folder, fetchedFile)).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
}

// What a process killed while it fetched, or a full disk, leaves behind. A mirror is a copy: it is made anew, and a
// job repeats the commit it has not pushed.
const damage =
  /bad object|corrupt|unable to read|object file .* is empty|did not send all necessary objects|not a git repository/;

function isDamage(error: unknown): boolean {
  return (
    error instanceof AppError && error.cause instanceof Error && damage.test(error.cause.message)
  );
}
