import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const waitMs = 60_000;

/** Where a restored data folder stands from the moment on that it is whole. */
export function restoredFolder(dataFolder: string): string {
  return join(dataFolder, "restored");
}

/**
 * Puts what was restored in place of what was there. Whoever opens the store calls it first, so that a restore which was
 * cut short is carried to its end before anybody sees half of it. What was moved already is not there to be moved again.
 */
export function finishRestore(dataFolder: string): void {
  const restored = restoredFolder(dataFolder);
  if (!existsSync(restored)) return;
  // Of two that come together the second one must not remove the log of writes that the first has begun.
  const lock = new DatabaseSync(join(dataFolder, "restore.lock"), { timeout: waitMs });
  try {
    lock.exec("begin exclusive");
    if (!existsSync(restored)) return;
    for (const name of readdirSync(restored).sort()) moveOver(restored, dataFolder, name);
    rmSync(restored, { recursive: true });
  } finally {
    lock.close();
  }
}

/** A log of writes beside a store that is replaced would be played into the new one. */
function moveOver(from: string, to: string, name: string): void {
  for (const beside of ["-wal", "-shm", "-journal"])
    rmSync(join(to, `${name}${beside}`), { force: true });
  if (name === "repositories") rmSync(join(to, name), { recursive: true, force: true });
  renameSync(join(from, name), join(to, name));
}
