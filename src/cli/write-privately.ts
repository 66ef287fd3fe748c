import { chmod, chown, lstat, realpath, rm, stat, writeFile } from "node:fs/promises";
import { AppError } from "../lib/app-error.ts";
import { renameOver } from "../lib/disk/rename-over.ts";

/** The file itself where the path is a link to it: what is shared stays shared. */
export async function linkTarget(path: string, flag: string): Promise<string> {
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
  if (!isLink) return path;
  return realpath(path).catch((cause) => {
    throw new AppError(
      "unavailable",
      `${flag} ${path} is a link to a file that is not there: make that one, or name it itself.`,
      { cause },
    );
  });
}

/**
 * Whole or not at all, and for its owner alone from the first byte on. A file behind a link keeps its owner and its rights:
 * others may read it, too.
 */
export async function writePrivately(path: string, text: string, flag: string): Promise<void> {
  const file = await linkTarget(path, flag);
  const fresh = `${file}.${process.pid}`;
  try {
    await writeFile(fresh, text, { mode: 0o600, flag: "wx" });
    if (file !== path) {
      const { mode, uid, gid } = await stat(file);
      await chown(fresh, uid, gid);
      await chmod(fresh, mode & 0o777);
    }
    await renameOver(fresh, file);
  } catch (cause) {
    await rm(fresh, { force: true });
    const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
    throw new AppError("unavailable", `${flag} ${file} cannot be written${code}.`, { cause });
  }
}
