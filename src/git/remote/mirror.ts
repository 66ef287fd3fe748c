import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../lib/app-error.ts";
import { untilAborted } from "../../lib/until-aborted.ts";
import { remoteNames, requireBranchName } from "../read/branch-name.ts";
import { resolveCommit } from "../read/resolve-commit.ts";
import { type GitOptions, runGit } from "../run/git.ts";
import type { RepositoryAccess } from "../run/git-access.ts";
import { wordsOfGit } from "../run/git-failure.ts";
import { retryLocked } from "../run/retry.ts";
import { initRepository } from "../run/scratch-repository.ts";
import { buildFolder } from "../write/build-folder.ts";
import { followBranches } from "./follow-branches.ts";
import { parseRemoteAddress } from "./remote-address.ts";

/** The folder in which a node keeps its copy of a remote repository: one for each address, for syncs and jobs alike. */
export function mirrorPlace(mirrorFolder: string, url: string): string {
  const name = createHash("sha256").update(url).digest("hex").slice(0, 32);
  return join(mirrorFolder, `${name}.git`);
}

export type MirrorOptions = RepositoryAccess & {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** A copy that was fetched no longer ago than this, and has the branches, is left as it is. */
  maxAgeMs?: number;
  /** Branches that are needed besides the default one, where the remote has them. Once fetched they are kept up to date. */
  branches?: readonly string[];
};

/**
 * Brings a bare copy of a remote up to date, making it on the first call: the default branch and those that are needed.
 * Afterwards they are as the remote has them; refs elsewhere, such as those that keep what a job has not pushed yet, stay.
 */
export async function mirror(
  url: string,
  folder: string,
  { maxAgeMs = 0, branches: asked = [], ...options }: MirrorOptions = {},
): Promise<void> {
  const remote = parseRemoteAddress(url);
  if (remote === undefined)
    throw new AppError("invalid_request", "Only an address can be mirrored.");
  const settings = { timeoutMs: 15 * 60_000, ...options, protocols: [remote.protocol] };
  const work = async () => {
    if (maxAgeMs > 0 && (await mirrorAgeMs(folder)) <= maxAgeMs && (await hasAll(folder, asked)))
      return;
    await bringUpToDate(remote.url, folder, { asked, settings });
  };
  await inMirrorTurn(folder, work, options.signal);
}

/** Whether all those branches are here that the remote had when it was last asked. */
async function hasAll(folder: string, branches: readonly string[]): Promise<boolean> {
  if (branches.length === 0) return true;
  const names = new Set(await remoteNames(folder));
  const there = branches.filter((branch) => names.has(branch));
  const found = there.map((branch) => resolveCommit(folder, `refs/heads/${branch}`));
  return !(await Promise.all(found)).includes(undefined);
}

type Wanted = { asked: readonly string[]; settings: GitOptions };

async function bringUpToDate(url: string, folder: string, wanted: Wanted): Promise<void> {
  const { settings } = wanted;
  const build = async (temporary: string) => {
    await initRepository(temporary);
    await update(url, temporary, wanted);
  };
  if (!existsSync(join(folder, "HEAD"))) return buildFolder(folder, build);
  try {
    await retryLocked(folder, () => update(url, folder, wanted), settings.signal);
  } catch (error) {
    if (!damage.test(wordsOfGit(error))) throw error;
    await buildFolder(folder, build, { replace: true });
  }
}

async function update(url: string, folder: string, wanted: Wanted): Promise<void> {
  await followBranches(url, folder, wanted).catch(async (error) => {
    // Somebody deleted a branch between the two questions that are put to the remote.
    if (!wordsOfGit(error).includes("couldn't find remote ref")) throw error;
    await followBranches(url, folder, wanted);
  });
  await writeFile(join(folder, fetchedFile), "");
}

/** Its time says when the copy was last as the remote is. */
const fetchedFile = "docent-fetched";

/** How long ago the remote was last asked; forever where that was never. */
export function mirrorAgeMs(folder: string): Promise<number> {
  return stat(join(folder, fetchedFile)).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
}

// What a process killed while it fetched, or a full disk, leaves behind. A mirror is a copy: it is made anew, and a
// job repeats the commit it has not pushed.
const damage =
  /bad object|missing object|corrupt|unable to read|object file .{0,1000} is empty|did not send all necessary objects|not a git repository/;

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
