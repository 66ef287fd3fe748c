import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Candidate } from "./select-pages.ts";
import { hasPageEnding, maxPageBytes, pathProblem } from "./select-pages.ts";

/** Where a page lies: `base` is the docs folder, `root` the folder nothing may lead out of. Both are real paths. */
export type Jail = { root: string; base: string };

/** Size of a file as it is on disk; undefined when it is gone. */
export async function inspectFile(jail: Jail, path: string): Promise<Candidate | undefined> {
  if (pathProblem(path) !== undefined) return { path, size: 0 };
  try {
    const target = await targetOf(jail, path);
    if (target === undefined) return { path, size: 0, problem: linkProblem };
    const entry = await stat(target);
    if (!entry.isFile()) return { path, size: 0, problem: "It is not a plain file." };
    return { path, size: entry.size };
  } catch (error) {
    if (isGone(error)) return undefined;
    return { path, size: 0, problem: "The file cannot be read." };
  }
}

/** The bytes of a file; undefined when it is gone, or is no longer a page inside the jail. */
export async function readJailedFile(jail: Jail, path: string): Promise<Buffer | undefined> {
  try {
    const target = await targetOf(jail, path);
    if (target === undefined) return undefined;
    // Not blocking: a pipe under a page's name would hold the reader for ever.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    await using file = await open(target, flags);
    const opened = await file.stat();
    if (!opened.isFile() || opened.size > maxPageBytes) return undefined;
    // Asked twice: a folder that became a link between the first answer and the opening shows now.
    if ((await targetOf(jail, path)) !== target) return undefined;
    return await readToEnd(file, opened.size);
  } catch (error) {
    if (isGone(error) || isRefused(error)) return undefined;
    throw error;
  }
}

const linkProblem = "A link is read only where it leads to a Markdown file inside the docs.";

async function targetOf({ root, base }: Jail, path: string): Promise<string | undefined> {
  const target = await realpath(join(base, path));
  const inside = target.startsWith(root.endsWith(sep) ? root : root + sep);
  // The ending counts as well, or a link could publish a settings file that lies beside the docs.
  return inside && hasPageEnding(target) ? target : undefined;
}

async function readToEnd(file: FileHandle, expectedBytes: number): Promise<Buffer | undefined> {
  // One byte more than expected, so that a file which grew meanwhile is noticed.
  const buffer = Buffer.alloc(expectedBytes + 1);
  let size = 0;
  while (size < buffer.length) {
    const { bytesRead } = await file.read(buffer, size, buffer.length - size, size);
    if (bytesRead === 0) return buffer.subarray(0, size);
    size += bytesRead;
  }
  return undefined;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function isGone(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP"].includes(String(codeOf(error)));
}

function isRefused(error: unknown): boolean {
  return ["EACCES", "EPERM", "EISDIR", "ENXIO"].includes(String(codeOf(error)));
}
