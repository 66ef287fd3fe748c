import type { Database } from "../database.ts";

export type ChangeLock = { projectId: string; head: string; holder: string };

/**
 * Lets one at a time open a pull request for a branch, on any node. True: it is ours until then. A lock whose time has
 * passed is that of a process that was killed.
 */
export async function takeChangeLock(
  db: Database,
  lock: ChangeLock,
  { now, heldUntil }: { now: string; heldUntil: string },
): Promise<boolean> {
  const row = await db
    .insertInto("changeLocks")
    .values({ ...lock, heldUntil })
    .onConflict((conflict) =>
      conflict
        .columns(["projectId", "head"])
        .doUpdateSet({ holder: lock.holder, heldUntil })
        .where((where) =>
          where.or([
            where("changeLocks.heldUntil", "<", now),
            where("changeLocks.holder", "=", lock.holder),
          ]),
        ),
    )
    .returning("holder")
    .executeTakeFirst();
  return row?.holder === lock.holder;
}

export async function releaseChangeLock(db: Database, lock: ChangeLock): Promise<void> {
  await db
    .deleteFrom("changeLocks")
    .where("projectId", "=", lock.projectId)
    .where("head", "=", lock.head)
    .where("holder", "=", lock.holder)
    .execute();
}

/** Only for whoever knows that nobody is left who holds one: the holder of the lock on an embedded store. */
export async function releaseAllChangeLocks(db: Database): Promise<void> {
  await db.deleteFrom("changeLocks").execute();
}
