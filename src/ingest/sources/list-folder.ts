import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { runGit } from "../../git/git.ts";
import { isInWorkTree } from "../../git/is-git-directory.ts";
import { AppError } from "../../lib/app-error.ts";
import { isIgnoredFolder, isPagePath } from "./select-pages.ts";

export type FolderListing = { inWorkTree: boolean; paths: string[] };

/** Paths of all pages in a folder. In a git work tree its ignore rules count. */
export async function listFolder(folder: string, signal?: AbortSignal): Promise<FolderListing> {
  if (!(await isInWorkTree(folder)))
    return { inWorkTree: false, paths: await walk(folder, signal) };
  const listed = await listWorkTree(folder, signal);
  // git lists nothing when the folder itself is ignored, as built or installed docs are; it was named on purpose.
  const paths = listed.length > 0 ? listed : await walk(folder, signal);
  return { inWorkTree: true, paths };
}

async function listWorkTree(folder: string, signal?: AbortSignal): Promise<string[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await runGit(args, {
    cwd: folder,
    maxOutputBytes: 256 * 1024 * 1024,
    ...(signal && { signal }),
  });
  return [...new Set(stdout.toString("utf8").split("\0"))].filter(isPagePath);
}

const maxEntries = 500_000;

async function walk(folder: string, signal?: AbortSignal): Promise<string[]> {
  const pages: string[] = [];
  const waiting = [""];
  let entries = 0;
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    signal?.throwIfAborted();
    for (const entry of await entriesOf(join(folder, parent), parent === "")) {
      entries += 1;
      if (entries > maxEntries) {
        throw new AppError("too_large", `The docs folder holds more than ${maxEntries} entries.`);
      }
      const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
      if (entry.isDirectory() && !isIgnoredFolder(entry.name)) waiting.push(path);
      if (!entry.isDirectory() && isPagePath(path)) pages.push(path);
    }
  }
  return pages;
}

async function entriesOf(folder: string, isTop: boolean) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    if (isTop) throw new AppError("unavailable", "The docs folder cannot be read.", { cause });
    // A folder below that vanished or is closed to us costs its own pages only.
    return [];
  }
}
