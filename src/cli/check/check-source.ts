import { realpath, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { DocsFiles } from "../../docs/tree/docs-files.ts";
import { guessDocsFolder } from "../../docs/tree/guess-docs-folder.ts";
import { openOverlay } from "../../git/overlay/overlay.ts";
import { gitDirectoryOf, isGitDirectory } from "../../git/read/is-git-directory.ts";
import {
  defaultBranch,
  headCommit,
  mergeBase,
  resolveCommit,
} from "../../git/read/resolve-commit.ts";
import { runGit } from "../../git/run/git.ts";
import { AppError } from "../../lib/app-error.ts";
import { slashed } from "../../lib/disk/slashed.ts";
import { cleanPath } from "../../lib/repository-path.ts";
import { logText } from "./check-log-text.ts";
import { workTreeFiles } from "./check-work-tree.ts";

export type CheckSource = {
  files: DocsFiles;
  /** The state to compare with; undefined to look at everything. */
  base: DocsFiles | undefined;
  docsFolder: string;
  /** The folder of the docs in words. */
  where: string;
  repository: string;
  /** The top folder of the work tree; undefined in a bare repository. */
  top: string | undefined;
  /** The work tree whose files are looked at as they are on disk; undefined for a commit. */
  workTree: string | undefined;
  /** The commits of both sides; for a work tree the one that is checked out. */
  commits: { head: string | undefined; base: string | undefined };
};

export type CheckPlace = {
  path: string;
  ref: string | undefined;
  base: string | undefined;
  docs: string | undefined;
  /** Without a base it is the branch that changes go into. */
  needsBase?: boolean;
};

/** Finds what to check: a work tree as it is on disk, or a branch. Nothing is written anywhere. */
export async function openCheckSource(place: CheckPlace): Promise<CheckSource> {
  const folder = await folderAt(place.path);
  const top = await workTreeOf(folder);
  const repository = await gitDirectoryOf(folder).catch(() => noRepository(place.path));
  const commit = place.ref === undefined ? undefined : await commitOf(repository, place.ref);
  const isOnDisk = top !== undefined && commit === undefined;
  const head = isOnDisk ? await headCommit(top) : (commit ?? (await defaultCommit(repository)));
  const files = isOnDisk ? await workTreeFiles(top) : await filesOf(repository, head);
  if (head === undefined && files.list().length === 0) throw noCommits();
  const against = place.base ?? (place.needsBase ? await mainBranch(repository) : undefined);
  const from = against === undefined ? undefined : await baseOf(repository, against, head);
  const base = from === undefined ? undefined : await filesOf(repository, from);
  const inside = top === undefined ? "" : slashed(relative(top, folder));
  const named = place.docs ?? (inside === "" ? undefined : inside);
  const docsFolder = named === undefined ? await guessDocsFolder(files) : cleanPath(slashed(named));
  requireFolder(files, docsFolder);
  const repositoryName = logText(top ?? folder);
  const where =
    docsFolder === "" ? repositoryName : `the folder ${logText(docsFolder)} of ${repositoryName}`;
  const commits = { head, base: from };
  const workTree = isOnDisk ? top : undefined;
  return { files, base, docsFolder, where, repository, top, workTree, commits };
}

const mainBranches = [
  ...["HEAD", "main", "master"].map((name) => `refs/remotes/origin/${name}`),
  ...["main", "master"].map((name) => `refs/heads/${name}`),
];

/** The branch that changes go into, as far as the repository tells. */
async function mainBranch(repository: string): Promise<string> {
  for (const name of mainBranches)
    if ((await resolveCommit(repository, name)) !== undefined) return name;
  throw new AppError(
    "invalid_request",
    "It is not clear which branch changes go into: name it with --base.",
  );
}

async function folderAt(path: string): Promise<string> {
  const folder = await realpath(resolve(path)).catch(() => undefined);
  const kind = folder && (await stat(folder).catch(() => undefined));
  if (!folder || !kind) throw new AppError("not_found", `There is no folder ${logText(path)}.`);
  if (kind.isDirectory()) return folder;
  const message = `${logText(path)} is no folder: name the folder it is in.`;
  throw new AppError("invalid_request", message);
}

async function workTreeOf(folder: string): Promise<string | undefined> {
  if (await isGitDirectory(folder)) return undefined;
  try {
    const { stdout } = await runGit(["rev-parse", "--show-toplevel"], { cwd: folder });
    return stdout.toString("utf8").replace(/\n$/, "");
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function noRepository(path: string): never {
  throw new AppError(
    "invalid_request",
    `${logText(path)} is in no git repository: "git init" makes one.`,
  );
}

async function defaultCommit(repository: string): Promise<string> {
  return commitOf(repository, await defaultBranch(repository));
}

/** A branch of this repository or of its remote, a tag or a commit. */
async function commitOf(repository: string, name: string): Promise<string> {
  for (const candidate of [`refs/heads/${name}`, `refs/remotes/origin/${name}`, name]) {
    const commit = await resolveCommit(repository, candidate);
    if (commit !== undefined) return commit;
  }
  if (await isWithoutCommits(repository)) throw noCommits();
  throw new AppError(
    "not_found",
    `The repository has no branch "${logText(name)}": "git fetch origin ${logText(name)}" may bring it.`,
  );
}

async function isWithoutCommits(repository: string): Promise<boolean> {
  if ((await resolveCommit(repository, "HEAD")) !== undefined) return false;
  const { stdout } = await runGit(["for-each-ref", "--count=1"], { gitDirectory: repository });
  return stdout.length === 0;
}

function noCommits(): AppError {
  return new AppError("not_found", "The repository has no commits yet: commit the docs first.");
}

/** Where the branch left the base: what happened there since is not the branch's doing. */
async function baseOf(repository: string, name: string, head: string | undefined): Promise<string> {
  const base = await commitOf(repository, name);
  if (head === undefined) return base;
  return (await mergeBase(repository, base, head)) ?? base;
}

async function filesOf(repository: string, commit: string | undefined): Promise<DocsFiles> {
  if (commit === undefined) throw noCommits();
  return openOverlay(repository, commit, []);
}

function requireFolder(files: DocsFiles, folder: string): void {
  const isThere = folder === "" || files.list().some(({ path }) => path.startsWith(`${folder}/`));
  if (!isThere) throw new AppError("not_found", `There is no folder ${folder} with files in it.`);
}
