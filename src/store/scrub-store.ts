import { sql } from "kysely";
import { type Database, locationOf } from "./database.ts";

/**
 * Rewrites an SQLite file, so that nothing of what was deleted is left in it. False: not done, because the store is
 * PostgreSQL, which does it in its own time, or because somebody else was in the middle of reading.
 */
export async function scrubStore(db: Database): Promise<boolean> {
  if (locationOf(db).kind !== "sqlite") return false;
  // The copy may be larger than the memory.
  await sql`pragma temp_store = file`.execute(db);
  try {
    await sql`vacuum`.execute(db);
    const done = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    return done.rows[0]?.busy === 0;
  } finally {
    await sql`pragma temp_store = memory`.execute(db);
  }
}
