import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { slashed } from "../../lib/disk/slashed.ts";
import { maxBytesOf, mayStandFor } from "./file-kinds.ts";
import { type Candidate, pathProblem } from "./select-files.ts";

/** Where a file lies: `base` is the docs folder, `root` the folder nothing may lead out of. Both are real paths. */
export type Jail = { root: string; base: string };

export type Inspection = {
  /** When the listing began. */
  atMs: number;
  /** Whether the folder the file is listed in is no link, and lies below none. */
  inRealFolder: boolean;
};

/** Size and identity of a file as it is on disk; undefined when it is gone. */
export async function inspectFile(
  jail: Jail,
  path: string,
  { atMs, inRealFolder }: Inspection,
): Promise<Candidate | undefined> {
  if (pathProblem(path) !== undefined) return { path, size: 0 };
  try {
    const entry = await lstat(`${jail.base}/${path}`, { bigint: true });
    if (inRealFolder && !entry.isSymbolicLink()) return toCandidate(path, entry, atMs);
    const target = await targetOf(jail, path);
    if (target === undefined) return { path, size: 0, problem: linkProblem, isLinked: true };
    return { ...toCandidate(path, await stat(target, { bigint: true }), atMs), isLinked: true };
  } catch (error) {
    if (isGone(error)) return undefined;
    return { path, size: 0, problem: "The file cannot be read." };
  }
}

/** The bytes of a file; undefined when it is gone, or is no longer a file of the docs inside the jail. */
export async function readJailedFile(
  jail: Jail,
  path: string,
  maxBytes = maxBytesOf(path),
): Promise<Buffer | undefined> {
  try {
    const target = await targetOf(jail, path);
    if (target === undefined) return undefined;
    // Not blocking: a pipe under a page's name would hold the reader for ever.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    await using file = await open(target, flags);
    const opened = await file.stat();
    if (!opened.isFile() || opened.size > maxBytes) return undefined;
    // Asked twice: a folder that became a link between the first answer and the opening shows now.
    if ((await targetOf(jail, path)) !== target) return undefined;
    return await readToEnd(file, opened.size);
  } catch (error) {
    if (isGone(error) || isRefused(error)) return undefined;
    throw error;
  }
}

const linkProblem =
  "A link is read only where it leads to a file of the same kind inside the docs.";

function toCandidate(path: string, entry: BigIntStats, atMs: number): Candidate {
  if (!entry.isFile()) return { path, size: 0, problem: "It is not a plain file." };
  const contentId = identityOf(entry, atMs);
  return {
    ...{ path, size: Number(entry.size), isLinked: entry.nlink > 1n },
    ...(contentId !== undefined && { contentId }),
  };
}

const settledAfterMs = 2_000;

/** A file written a moment ago may be written again without a change of its times, so it has no identity yet. */
function identityOf(entry: BigIntStats, atMs: number): string | undefined {
  const settledBefore = BigInt(Math.floor(atMs) - settledAfterMs) * 1_000_000n;
  if (entry.mtimeNs > settledBefore || entry.ctimeNs > settledBefore) return undefined;
  return `stat:${entry.size}-${entry.mtimeNs}-${entry.ctimeNs}-${entry.ino}`;
}

async function targetOf({ root, base }: Jail, path: string): Promise<string | undefined> {
  const target = await realpath(join(base, path));
  if (!target.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
  // The kind counts as well, or a link could publish a settings file that lies beside the docs.
  return mayStandFor(path, slashed(relative(root, target))) ? target : undefined;
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
