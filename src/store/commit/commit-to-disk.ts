import { open } from "node:fs/promises";
import { oneAtATime } from "../../lib/one-at-a-time.ts";
import { type Database, type DatabaseTransaction, locationOf } from "../database.ts";
import { kindOf } from "../kind-of.ts";
import { commitLater } from "./commit-later.ts";

/**
 * A transaction that is on disk when it returns. SQLite by itself would hold the main thread until the disk has it; here others are
 * served meanwhile, and what is committed in the meantime shares the next wait. Others see it a moment before it is on disk.
 */
export async function commitToDisk<Result>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  if (kindOf(db) === "postgres") return db.transaction().execute(work);
  const result = await commitLater(db, work);
  await reachDisk(db);
  return result;
}

const waits = new WeakMap<Database, ReturnType<typeof oneAtATime<void>>>();

/** Resolves when all that is committed by now is on disk. */
async function reachDisk(db: Database): Promise<void> {
  const location = locationOf(db);
  if (location.kind !== "sqlite" || location.file === ":memory:") return;
  const inTurn = waits.get(db) ?? oneAtATime<void>();
  waits.set(db, inTurn);
  await inTurn("disk", () => syncFile(`${location.file}-wal`));
}

/** SQLite holds no lock on this file that closing it here could end. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
