import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const WANTED_BYTES = 4 * 1024 ** 3;

export type TemporaryFolder = { path: string; isInMemory: boolean; remove(): void };

/** Where a run of the tests keeps its files: in memory where there is room, since they write and sync tens of thousands. */
export function makeTemporaryFolder(memory = MEMORY): TemporaryFolder {
  const isInMemory = freeBytes(memory) >= WANTED_BYTES;
  const path = mkdtempSync(join(isInMemory ? memory : tmpdir(), "docent-tests-"));
  // The database server of the tests is another user where the tests are root's.
  chmodSync(path, 0o755);
  return { path, isInMemory, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
