import { createHash } from "node:crypto";
import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

import { isSiteFile, settingsFolders } from "../../docs/site/find-site.ts";
import { isInWorkTree } from "../../git/read/is-git-directory.ts";
import { headCommit } from "../../git/read/resolve-commit.ts";
import { runGit } from "../../git/run/git.ts";
import { AppError } from "../../lib/app-error.ts";
import { cleanPath } from "../../lib/repository-path.ts";

import { type FileUse, fileUse, isReadFolder, isUsed } from "./file-kinds.ts";
import { inspectFile, type Jail, readJailedFile } from "./jailed-file.ts";
import { type Candidate, fits, isPlainName, selectInTurns } from "./select-files.ts";
import type {
  CheckedSource,
  SourceChanges,
  SourceContent,
  SourceFile,
  SourceSnapshot,
} from "./source.ts";
import { type SourceLimits, tooManyFiles, withoutLimits } from "./source-limits.ts";

export type FolderOptions = { root: string; subfolder?: string; limits?: SourceLimits };

/** A folder read as it is on disk: in a person's work tree that includes edits nobody committed. */
export function folderSource(options: FolderOptions): CheckedSource {
  return {
    snapshot: (signal) => takeSnapshot(options, signal),
    version: (signal) => versionOf(options, signal),
    changes: ({ touched }, signal) =>
      touched === undefined ? Promise.resolve(undefined) : changesOf(options, touched, signal),
  };
}

/** The watch tells which paths to look at; whatever is not plainly a file of the docs, only a listing can tell what it is. */
async function changesOf(
  options: FolderOptions,
  touched: string[],
  signal?: AbortSignal,
): Promise<SourceChanges | undefined> {
  const jail = await openJail(options);
  const atMs = Date.now();
  const isReal = await realFolders(jail.base, touched);
  const files: SourceFile[] = [];
  const support: string[] = [];
  for (const path of touched) {
    const found = await inspectFile(jail, path, { atMs, inRealFolder: isReal.has(dirname(path)) });
    const use = touchedUse(path, found);
    if (use === undefined) return undefined;
    if (use === "support") support.push(path);
    if (use === "page" && found) files.push({ contentId: undefined, ...found });
  }
  const commit = (await isInWorkTree(jail.base)) ? await headCommit(jail.base, signal) : undefined;
  const origins = new Map(files.map(({ path }) => [path, path]));
  return {
    commit: commit ?? "",
    files,
    support,
    read: (wanted) => readFiles(jail, wanted, origins),
  };
}

/** Undefined: it takes a look at all files to tell what became of this one. */
function touchedUse(path: string, found: Candidate | undefined): FileUse | "none" | undefined {
  const use = fileUse(path);
  // Which files of a work tree count as docs, git's own lists say.
  if (isSiteFile(path) || use === "unread" || path.endsWith(".gitignore")) return undefined;
  if (use === undefined || use === "support") return use ?? "none";
  return isPlainFile(found) && isPlainName(path) ? use : undefined;
}

function isPlainFile(found: Candidate | undefined): boolean {
  return found !== undefined && found.problem === undefined && !found.isLinked && fits(found);
}

async function takeSnapshot(options: FolderOptions, signal?: AbortSignal): Promise<SourceSnapshot> {
  const jail = await openJail(options);
  const { inWorkTree, candidates } = await inspectFolder(jail, options.limits, signal);
  const { files, support, skipped, unread, origins } = await selectInTurns(candidates);
  const commit = inWorkTree ? await headCommit(jail.base, signal) : undefined;
  return {
    commit: commit ?? "",
    files,
    support,
    skipped,
    unread,
    hasLinks: candidates.some(({ isLinked }) => isLinked),
    read: (wanted) => readFiles(jail, wanted, origins),
  };
}

/** Every file of a folder, whatever it is, as its work tree or the folder itself has them. */
export async function listEverything(
  options: FolderOptions,
  isWanted: (path: string) => boolean,
  signal?: AbortSignal,
): Promise<{ jail: Jail; paths: string[] }> {
  const jail = await openJail(options);
  const listing = { count: countFiles(options.limits ?? withoutLimits), isWanted, signal };
  return { jail, paths: (await listInside(jail.base, listing)).paths };
}

/** A hash of every path, size and identity. A file too young to have one makes each answer differ from the last. */
async function versionOf(options: FolderOptions, signal?: AbortSignal): Promise<string> {
  const jail = await openJail(options);
  const { atMs, candidates } = await inspectFolder(jail, options.limits, signal);
  const hash = createHash("sha256");
  for (const { path, size, contentId, problem } of candidates)
    hash.update(`${path}\0${size}\0${contentId ?? problem ?? atMs}\0`);
  return `folder:${hash.digest("hex")}`;
}

async function openJail({ root, subfolder = "" }: FolderOptions): Promise<Jail> {
  const realRoot = await realFolder(root);
  const base = await realFolder(join(realRoot, cleanPath(subfolder)));
  if (base !== realRoot && !base.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) {
    throw new AppError("invalid_request", "The docs sub-folder leads out of its root.");
  }
  return { root: realRoot, base };
}

async function realFolder(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) return real;
  } catch (cause) {
    throw new AppError("not_found", "The docs folder does not exist or cannot be read.", { cause });
  }
  throw new AppError("not_found", "The docs folder is not a folder.");
}

const inspectedAtOnce = 64;

async function inspectFolder(jail: Jail, limits = withoutLimits, signal?: AbortSignal) {
  const atMs = Date.now();
  const { inWorkTree, paths } = await listFolder(jail, countFiles(limits), signal);
  const candidates: Candidate[] = [];
  paths.sort();
  const isReal = await realFolders(jail.base, paths);
  for (let start = 0; start < paths.length; start += inspectedAtOnce) {
    signal?.throwIfAborted();
    const batch = paths
      .slice(start, start + inspectedAtOnce)
      .map((path) => inspectFile(jail, path, { atMs, inRealFolder: isReal.has(dirname(path)) }));
    candidates.push(...(await Promise.all(batch)).filter((candidate) => candidate !== undefined));
  }
  return { inWorkTree, candidates, atMs };
}

/** The folders of some files that are what they look like: no link, and below none. */
async function realFolders(base: string, paths: string[]): Promise<Set<string>> {
  const real = new Set<string>();
  const folders = [...new Set(paths.map((path) => dirname(path)))];
  for (let start = 0; start < folders.length; start += inspectedAtOnce) {
    const batch = folders.slice(start, start + inspectedAtOnce).map(async (folder) => {
      const path = join(base, folder);
      const target = await realpath(path).catch(() => undefined);
      if (target === path || `${target}${sep}` === path) real.add(folder);
    });
    await Promise.all(batch);
  }
  return real;
}

const readAtOnce = 16;

async function* readFiles(
  jail: Jail,
  files: SourceFile[],
  origins: Map<string, string>,
): AsyncGenerator<SourceContent> {
  for (let start = 0; start < files.length; start += readAtOnce) {
    const batch = files.slice(start, start + readAtOnce);
    const contents = await Promise.all(
      batch.map((file) => {
        const path = origins.get(file.path);
        return path === undefined ? undefined : readJailedFile(jail, path);
      }),
    );
    for (const [index, file] of batch.entries()) {
      const content = contents[index];
      if (content !== undefined) yield { file, content };
    }
  }
}

/** Counts a file, or so many, and throws when they are too many. */
type Count = (files?: number) => void;

function countFiles(limits: SourceLimits): Count {
  let count = 0;
  return (files = 1) => {
    count += files;
    if (count > limits.sourceFiles) throw tooManyFiles(limits);
  };
}

/** Paths of everything in a folder that is a page or supports one. In a git work tree its ignore rules count. */
async function listFolder(
  jail: Jail,
  count: Count,
  signal?: AbortSignal,
): Promise<{ inWorkTree: boolean; paths: string[] }> {
  const listing = { count, isWanted: isUsed, signal };
  const { inWorkTree, paths } = await listInside(jail.base, listing);
  return { inWorkTree, paths: [...paths, ...(await listAbove(jail, count))] };
}

type Listing = {
  count: Count;
  isWanted(path: string): boolean;
  signal: AbortSignal | undefined;
};

async function listInside(
  base: string,
  listing: Listing,
): Promise<{ inWorkTree: boolean; paths: string[] }> {
  const inWorkTree = await isInWorkTree(base);
  const listed = inWorkTree ? await listWorkTree(base, listing) : [];
  // git lists nothing when the folder itself is ignored, as built or installed docs are; it was named on purpose.
  return { inWorkTree, paths: listed.length > 0 ? listed : await walk(base, listing) };
}

async function listWorkTree(
  folder: string,
  { count, isWanted, signal }: Listing,
): Promise<string[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await runGit(args, {
    cwd: folder,
    maxOutputBytes: 256 * 1024 * 1024,
    ...(signal && { signal }),
  });
  const paths = new Set(stdout.toString("utf8").split("\0"));
  paths.delete("");
  count(paths.size);
  return [...paths].filter(isWanted);
}

async function walk(folder: string, { count, isWanted, signal }: Listing): Promise<string[]> {
  const found: string[] = [];
  const waiting = [""];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    signal?.throwIfAborted();
    const parentName = parent.slice(parent.lastIndexOf("/") + 1);
    for (const entry of await entriesOf(join(folder, parent), parent === "")) {
      count();
      const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
      if (entry.isDirectory() && isReadFolder(entry.name, parentName)) waiting.push(path);
      if (!entry.isDirectory() && isWanted(path)) found.push(path);
    }
  }
  return found;
}

/** The site's files in the folders above a docs sub-folder, up to the root of the source. */
async function listAbove({ root, base }: Jail, count: Count): Promise<string[]> {
  const found: string[] = [];
  const depth = base === root ? 0 : base.slice(root.length).split(sep).filter(Boolean).length;
  for (let steps = 1; steps <= depth; steps += 1) {
    const up = "../".repeat(steps);
    const folder = join(base, up);
    for (const entry of await entriesOf(folder, false)) {
      if (!entry.isDirectory()) found.push(`${up}${entry.name}`);
      if (!entry.isDirectory() || !settingsFolders.includes(entry.name)) continue;
      const listing = { count, isWanted: isUsed, signal: undefined };
      const settings = await walk(join(folder, entry.name), listing);
      found.push(...settings.map((path) => `${up}${entry.name}/${path}`));
    }
  }
  return found.filter(isSiteFile);
}

async function entriesOf(folder: string, isTop: boolean) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    if (isTop) throw new AppError("unavailable", "The docs folder cannot be read.", { cause });
    // A folder below that vanished or is closed to us costs its own files only.
    return [];
  }
}
