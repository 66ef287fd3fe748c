import { open } from "node:fs/promises";
import { oneAtATime } from "../../lib/one-at-a-time.ts";
import { type Database, type DatabaseTransaction, fileOf } from "../database.ts";
import { commitLater } from "./commit-later.ts";

/**
 * A transaction that is on disk when it returns. SQLite by itself would hold the main thread until the disk has it; here others are
 * served meanwhile, and what is committed in the meantime shares the next wait. Others see it a moment before it is on disk.
 */
export async function commitToDisk<Result>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  const file = fileOf(db);
  if (file === undefined) return db.transaction().execute(work);
  const result = await commitLater(db, work);
  const inTurn = waits.get(db) ?? oneAtATime<void>();
  waits.set(db, inTurn);
  await inTurn(file, () => syncFile(`${file}-wal`));
  return result;
}

/** The same with half of the work, for where there are few whom the wait could hold up. */
export const commitAtOnce: typeof commitToDisk = (db, work) => db.transaction().execute(work);

const waits = new WeakMap<Database, ReturnType<typeof oneAtATime<void>>>();

/** SQLite holds no lock on this file that closing it here could end. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
