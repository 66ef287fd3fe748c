import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isSiteFile } from "../../docs/site/find-site.ts";
import { isInWorkTree } from "../../git/read/is-git-directory.ts";
import { runGit } from "../../git/run/git.ts";
import { AppError } from "../../lib/app-error.ts";
import { fileUse, isReadFolder } from "./file-kinds.ts";
import type { Jail } from "./jailed-file.ts";

export type FolderListing = { inWorkTree: boolean; paths: string[] };

/** Paths of everything in a folder that is a page or supports one. In a git work tree its ignore rules count. */
export async function listFolder(jail: Jail, signal?: AbortSignal): Promise<FolderListing> {
  const { base } = jail;
  const inWorkTree = await isInWorkTree(base);
  const listed = inWorkTree ? await listWorkTree(base, signal) : [];
  // git lists nothing when the folder itself is ignored, as built or installed docs are; it was named on purpose.
  const inside = listed.length > 0 ? listed : await walk(base, signal);
  return { inWorkTree, paths: [...inside, ...(await listAbove(jail))] };
}

async function listWorkTree(folder: string, signal?: AbortSignal): Promise<string[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await runGit(args, {
    cwd: folder,
    maxOutputBytes: 256 * 1024 * 1024,
    ...(signal && { signal }),
  });
  return [...new Set(stdout.toString("utf8").split("\0"))].filter(isUsed);
}

function isUsed(path: string): boolean {
  return fileUse(path) !== undefined;
}

const maxEntries = 500_000;

async function walk(folder: string, signal?: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const waiting = [""];
  let entries = 0;
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    signal?.throwIfAborted();
    const parentName = parent.slice(parent.lastIndexOf("/") + 1);
    for (const entry of await entriesOf(join(folder, parent), parent === "")) {
      entries += 1;
      if (entries > maxEntries) {
        throw new AppError("too_large", `The docs folder holds more than ${maxEntries} entries.`);
      }
      const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
      if (entry.isDirectory() && isReadFolder(entry.name, parentName)) waiting.push(path);
      if (!entry.isDirectory() && isUsed(path)) found.push(path);
    }
  }
  return found;
}

/** The site's files in the folders above a docs sub-folder, up to the root of the source. */
async function listAbove({ root, base }: Jail): Promise<string[]> {
  const found: string[] = [];
  const depth = base === root ? 0 : base.slice(root.length).split("/").filter(Boolean).length;
  for (let steps = 1; steps <= depth; steps += 1) {
    const up = "../".repeat(steps);
    const folder = join(base, up);
    for (const entry of await entriesOf(folder, false)) {
      if (!entry.isDirectory()) found.push(`${up}${entry.name}`);
      if (!entry.isDirectory() || entry.name !== ".vitepress") continue;
      const settings = await walk(join(folder, entry.name));
      found.push(...settings.map((path) => `${up}.vitepress/${path}`));
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
