import { createHash } from "node:crypto";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../lib/app-error.ts";
import { untilAborted } from "../../lib/until-aborted.ts";
import { isSafeBranchName, requireBranchName } from "../read/branch-name.ts";
import { isGitDirectory } from "../read/is-git-directory.ts";
import { type GitOptions, runGit } from "../run/git.ts";
import type { RepositoryAccess } from "../run/git-access.ts";
import { wordsOfGit } from "../run/git-failure.ts";
import { retryLocked } from "../run/retry.ts";
import { initRepository } from "../run/scratch-repository.ts";
import { buildFolder } from "../write/build-folder.ts";
import { parseRemoteAddress } from "./remote-address.ts";

/** The folder in which a node keeps its copy of a remote repository: one for each address, for syncs and jobs alike. */
export function mirrorPlace(mirrorFolder: string, url: string): string {
  const name = createHash("sha256").update(url).digest("hex").slice(0, 32);
  return join(mirrorFolder, `${name}.git`);
}

export type MirrorOptions = RepositoryAccess & {
  signal?: AbortSignal | undefined;
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
    if (!damage.test(wordsOfGit(error))) throw error;
    await buildFolder(folder, build, { replace: true });
  }
}

async function update(url: string, folder: string, settings: GitOptions): Promise<void> {
  await fetchBranches(url, "+refs/heads/*:refs/heads/*", { ...settings, gitDirectory: folder });
  const branch = await remoteDefaultBranch(url, settings);
  if (branch !== undefined) {
    await runGit(["symbolic-ref", "HEAD", `refs/heads/${branch}`], { gitDirectory: folder });
  }
  await writeFile(join(folder, fetchedFile), "");
}

/** Brings branches, and nothing else, from a remote into a mirror. */
export async function fetchBranches(
  url: string,
  branches: string,
  settings: GitOptions,
): Promise<void> {
  const options = ["--quiet", "--prune", "--no-tags", "--no-write-fetch-head"];
  const alone = ["--no-auto-maintenance", "--no-recurse-submodules", "--end-of-options"];
  await runGit(["fetch", ...options, ...alone, url, branches], settings);
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

export type RemoteTipOptions = RepositoryAccess & {
  branch?: string;
  signal?: AbortSignal | undefined;
};

/** The commit at the tip of a remote's branch, or of its default one, without fetching anything; "" when there is none. */
export async function remoteTip(
  url: string,
  { branch, ...options }: RemoteTipOptions,
): Promise<string> {
  const remote = parseRemoteAddress(url);
  if (remote === undefined) throw new AppError("invalid_request", "Only an address has a tip.");
  if (branch !== undefined) requireBranchName(branch);
  const ref = branch === undefined ? "HEAD" : `refs/heads/${branch}`;
  const settings = { ...options, protocols: [remote.protocol], timeoutMs: 60_000 };
  const { stdout } = await runGit(["ls-remote", "--end-of-options", remote.url, ref], settings);
  const lines = stdout.toString("utf8").split("\n");
  const line = lines.find((candidate) => candidate.endsWith(`\t${ref}`));
  return line?.split("\t", 1)[0] ?? "";
}

// A mirror is one folder for the whole process, whoever asks for it: so the queues are the process's as well.
const queues = new Map<string, Promise<void>>();

/**
 * Fetches into one mirror and pushes from it follow each other, so that none undoes what another just recorded. Work
 * must not ask for another turn of the same mirror: it would wait for itself.
 */
export async function inMirrorTurn<T>(
  folder: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const before = queues.get(folder) ?? Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const mine = before.then(() => promise);
  queues.set(folder, mine);
  mine.then(() => {
    if (queues.get(folder) === mine) queues.delete(folder);
  });
  try {
    await untilAborted(before, signal);
    return await work();
  } finally {
    resolve();
  }
}
