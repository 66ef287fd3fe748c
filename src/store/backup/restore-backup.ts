import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../lib/app-error.ts";
import { syncFolder } from "../../lib/disk/sync-folder.ts";
import { connectDatabase } from "../database.ts";
import { missingMigrations } from "../migrate.ts";
import { lockDataFolder } from "../server-lock.ts";
import { type BackupContents, checkBackup, extractParts } from "./backup-file.ts";
import { checkCopy } from "./copy-store.ts";
import { finishRestore, restoredFolder } from "./finish-restore.ts";

type Restore = { path: string; openFolder: () => string; mayReplace: boolean };

/**
 * Restores a backup into a data folder that no server uses. Everything is checked and written beside what is there;
 * one rename then decides, and whatever kills the process before or after it leaves the old data or the new.
 */
export async function restoreBackup(restore: Restore): Promise<BackupContents> {
  const { path } = restore;
  const listed = await checkBackup(path);
  const dataFolder = restore.openFolder();
  const store = join(dataFolder, "docent.db");
  const lock = lockDataFolder(dataFolder);
  try {
    finishRestore(dataFolder);
    if (existsSync(store) && !restore.mayReplace)
      throw new AppError(
        "conflict",
        `There is a store in ${dataFolder}: --force replaces it with the backup, --data DIR restores elsewhere.`,
      );
    await removeUnfinished(dataFolder);
    const fresh = await mkdtemp(join(dataFolder, unfinished));
    try {
      await extractParts(path, listed, (name) => placeIn(fresh, name));
      await requireSame(join(fresh, "docent.db"), listed);
      await syncFolder(fresh);
      await rename(fresh, restoredFolder(dataFolder));
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
    await syncFolder(dataFolder);
    finishRestore(dataFolder);
    await syncFolder(dataFolder);
    return listed;
  } finally {
    lock.release();
  }
}

const unfinished = "restoring-";

/** What a restore left behind that was killed before it had all. */
async function removeUnfinished(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder))
    if (name.startsWith(unfinished)) await rm(join(dataFolder, name), { recursive: true });
}

const places = /^(?:docent\.db|secret\.key|repositories\/.+)$/;

async function placeIn(folder: string, name: string): Promise<string> {
  if (!places.test(name))
    throw new AppError(
      "conflict",
      `The backup holds ${JSON.stringify(name)}, which has no place here.`,
    );
  const place = join(folder, name);
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  return place;
}

/** A store of a newer Docent is refused before anything is touched. */
async function requireSame(file: string, { rows }: BackupContents): Promise<void> {
  const db = connectDatabase({ kind: "sqlite", file });
  try {
    await missingMigrations(db, "sqlite");
  } finally {
    await db.destroy();
  }
  const found = checkCopy(file);
  const differs = Object.keys({ ...rows, ...found }).find((table) => rows[table] !== found[table]);
  if (differs !== undefined)
    throw new AppError(
      "conflict",
      `The table ${differs} has ${found[differs] ?? 0} rows and not the ${rows[differs] ?? 0} of the backup: nothing was restored.`,
    );
}
