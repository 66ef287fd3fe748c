import { createReadStream } from "node:fs";
import { type FileHandle, link, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { AppError } from "../../lib/app-error.ts";
import type { DataFolder } from "../../lib/data-folder.ts";
import { slashed } from "../../lib/disk/slashed.ts";
import { syncFolder } from "../../lib/disk/sync-folder.ts";
import { type BackupContents, type BackupPart, endBackup, hashOf } from "./backup-file.ts";
import { checkCopy, copyStore, type OnProgress } from "./copy-store.ts";

type Backup = { data: DataFolder; store: string; path: string; createdAt: string };

/**
 * Writes all that cannot be had again into one file, for its owner alone: the store as it is at one moment, the keys that
 * open its secrets, and repositories that live here alone. The file appears when it is whole, and replaces none.
 */
export async function makeBackup(
  { data, store, path, createdAt }: Backup,
  onProgress: OnProgress,
): Promise<BackupContents & { bytes: number }> {
  await refuseExisting(path);
  const partial = `${path}.${process.pid}.partial`;
  try {
    await (await open(partial, "wx", 0o600)).close();
    await copyStore(store, partial, onProgress);
    const rows = checkCopy(partial);
    const parts = [await storePart(partial)];
    const handle = await open(partial, "a");
    try {
      for (const { name, file } of await filesBeside(data))
        parts.push(await appendFile(handle, partial, { name, file }));
      await endBackup(handle, { createdAt, rows, parts });
    } finally {
      await handle.close();
    }
    // Unlike a rename, this fails where somebody else has put a file there meanwhile.
    await link(partial, path).catch(() => refuseExisting(path, true));
    await syncFolder(dirname(path));
    return { createdAt, rows, parts, bytes: (await stat(path)).size };
  } catch (cause) {
    throw cause instanceof AppError ? cause : unwritable(path, cause);
  } finally {
    for (const beside of ["", "-journal", "-wal", "-shm"])
      await rm(`${partial}${beside}`, { force: true });
  }
}

async function refuseExisting(path: string, isCertain = false): Promise<void> {
  if (!isCertain && (await stat(path).catch(() => undefined)) === undefined) return;
  throw new AppError("conflict", `${path} is there already: name a new file for the backup.`);
}

function unwritable(path: string, cause: unknown): AppError {
  const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
  return new AppError("unavailable", `The backup ${path} cannot be written${code}.`, { cause });
}

async function storePart(file: string): Promise<BackupPart> {
  const { size } = await stat(file);
  return { name: "docent.db", bytes: size, sha256: await hashOf(file, 0, size) };
}

/** References of a repository come before its objects: what they name was there before they did. */
async function filesBeside(data: DataFolder): Promise<{ name: string; file: string }[]> {
  const found = await readdir(data.repositories, { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const repositories = found
    .filter((entry) => entry.isFile() && !/\.lock$|^tmp_/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((one, other) => Number(isObject(one)) - Number(isObject(other)));
  const key = (await stat(data.secretKey).catch(() => undefined)) ? [data.secretKey] : [];
  return [...key, ...repositories].map((file) => ({
    name: slashed(relative(data.path, file)),
    file,
  }));
}

function isObject(file: string): boolean {
  return slashed(file).includes(".git/objects/");
}

async function appendFile(
  handle: FileHandle,
  partial: string,
  { name, file }: { name: string; file: string },
): Promise<BackupPart> {
  const { size: start } = await handle.stat();
  for await (const chunk of createReadStream(file)) await handle.appendFile(chunk);
  const { size: end } = await handle.stat();
  return { name, bytes: end - start, sha256: await hashOf(partial, start, end - start) };
}
