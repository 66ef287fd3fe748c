import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { cleanPath } from "../../git/clean-path.ts";
import { headCommit } from "../../git/resolve-commit.ts";
import { AppError } from "../../lib/app-error.ts";
import { inspectFile, type Jail, readJailedFile } from "./jailed-file.ts";
import { listFolder } from "./list-folder.ts";
import { type Candidate, isPagePath, selectPages } from "./select-pages.ts";
import type { Source, SourceContent, SourceFile, SourceSnapshot } from "./source.ts";

export type FolderOptions = { root: string; subfolder?: string };

/** A folder read as it is on disk: in a person's work tree that includes edits nobody committed. */
export function folderSource(options: FolderOptions): Source {
  return { snapshot: (signal) => takeSnapshot(options, signal) };
}

async function takeSnapshot(options: FolderOptions, signal?: AbortSignal): Promise<SourceSnapshot> {
  const jail = await openJail(options);
  const { inWorkTree, paths } = await listFolder(jail.base, signal);
  const { files, skipped, origins } = selectPages(await inspectAll(jail, paths, signal));
  const commit = inWorkTree ? await headCommit(jail.base, signal) : undefined;
  return {
    commit: commit ?? "",
    files,
    skipped,
    read: (wanted) => readFiles(jail, wanted, origins),
  };
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

const atOnce = 16;

async function inspectAll(jail: Jail, paths: string[], signal?: AbortSignal): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  const sorted = paths.filter(isPagePath).sort();
  for (let start = 0; start < sorted.length; start += atOnce) {
    signal?.throwIfAborted();
    const batch = sorted.slice(start, start + atOnce).map((path) => inspectFile(jail, path));
    candidates.push(...(await Promise.all(batch)).filter((candidate) => candidate !== undefined));
  }
  return candidates;
}

async function* readFiles(
  jail: Jail,
  files: SourceFile[],
  origins: Map<string, string>,
): AsyncGenerator<SourceContent> {
  for (let start = 0; start < files.length; start += atOnce) {
    const batch = files.slice(start, start + atOnce);
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
