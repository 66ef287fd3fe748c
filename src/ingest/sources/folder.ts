import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { headCommit } from "../../git/read/resolve-commit.ts";
import { AppError } from "../../lib/app-error.ts";
import { cleanPath } from "../../lib/repository-path.ts";
import { inspectFile, type Jail, readJailedFile } from "./jailed-file.ts";
import { listFolder } from "./list-folder.ts";
import { type Candidate, selectFiles } from "./select-files.ts";
import type { CheckedSource, SourceContent, SourceFile, SourceSnapshot } from "./source.ts";

export type FolderOptions = { root: string; subfolder?: string };

/** A folder read as it is on disk: in a person's work tree that includes edits nobody committed. */
export function folderSource(options: FolderOptions): CheckedSource {
  return {
    snapshot: (signal) => takeSnapshot(options, signal),
    version: (signal) => versionOf(options, signal),
  };
}

async function takeSnapshot(options: FolderOptions, signal?: AbortSignal): Promise<SourceSnapshot> {
  const jail = await openJail(options);
  const { inWorkTree, candidates } = await inspectFolder(jail, signal);
  const { files, support, skipped, origins } = selectFiles(candidates);
  const commit = inWorkTree ? await headCommit(jail.base, signal) : undefined;
  return {
    commit: commit ?? "",
    files,
    support,
    skipped,
    read: (wanted) => readFiles(jail, wanted, origins),
  };
}

/** A hash of every path, size and identity. A file too young to have one makes each answer differ from the last. */
async function versionOf(options: FolderOptions, signal?: AbortSignal): Promise<string> {
  const { atMs, candidates } = await inspectFolder(await openJail(options), signal);
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

async function inspectFolder(jail: Jail, signal?: AbortSignal) {
  const atMs = Date.now();
  const { inWorkTree, paths } = await listFolder(jail, signal);
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
      if (target === path || `${target}/` === path) real.add(folder);
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
