import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../lib/app-error.ts";

const lockFile = "server.lock";
const addressFile = "server.address";

export type ServerLock = { release(): void };

/**
 * One server per data folder. The lock is SQLite's own file lock on a file of its own, which the operating system
 * drops with the process: a killed server leaves nothing behind that would have to be cleaned up.
 */
export function lockDataFolder(folder: string): ServerLock {
  const lock = tryLock(folder);
  if (!lock) {
    throw new AppError(
      "conflict",
      `Another Docent server${processText(folder)} already uses the data folder ${folder}: stop it first, or start this one with --data and another folder.`,
    );
  }
  writeFileSync(join(folder, "server.pid"), `${process.pid}\n`, { mode: 0o600 });
  return lock;
}

export function isServerRunning(folder: string): boolean {
  if (!existsSync(join(folder, lockFile))) return false;
  const lock = tryLock(folder);
  lock?.release();
  return lock === undefined;
}

/** Leaves word for commands beside the server where people reach it. */
export function announceAddress(folder: string, url: string): void {
  writeFileSync(join(folder, addressFile), `${url}\n`, { mode: 0o600 });
}

/** Where the running server said that people reach it; undefined when none runs. */
export function runningAddress(folder: string): string | undefined {
  const file = join(folder, addressFile);
  if (!existsSync(file) || !isServerRunning(folder)) return undefined;
  return readFileSync(file, "utf8").trim() || undefined;
}

function tryLock(folder: string): ServerLock | undefined {
  const database = new DatabaseSync(join(folder, lockFile), { timeout: 0 });
  try {
    database.exec("pragma locking_mode = exclusive; begin exclusive");
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
}

function processText(folder: string): string {
  try {
    return ` (process ${readFileSync(join(folder, "server.pid"), "utf8").trim()})`;
  } catch {
    return "";
  }
}
