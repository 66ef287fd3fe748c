import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "../database.ts";
import { kindOf } from "../kind-of.ts";

/**
 * A transaction that is there whole or not at all, and need not be on disk when it returns: what comes after it in the same store
 * brings it there. For what may be made again. On SQLite nobody waits for the disk then.
 */
export async function commitLater<Result>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  if (kindOf(db) === "postgres") return db.transaction().execute(work);
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}
