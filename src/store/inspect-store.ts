import { accessSync, constants } from "node:fs";
import { sql } from "kysely";
import { connectDatabase, type Database, type StoreLocation } from "./database.ts";
import { missingMigrations } from "./migrate.ts";

export type StoreFacts = {
  /** Of the database itself: `3.50.4`. */
  version: string;
  /** Migrations that have not run; undefined where there are no tables yet. */
  missing: string[] | undefined;
  canWrite: boolean;
  /** Who this process is to the database; "" where it has no users. */
  user: string;
  /** How far its clock is ahead of this machine's. */
  clockAheadMs: number;
};

/** Looks at a store as it is, without bringing it up to date. */
export async function inspectStore(location: StoreLocation, now: () => Date): Promise<StoreFacts> {
  const db = connectDatabase(location, 1);
  try {
    const own =
      location.kind === "sqlite"
        ? await sqliteFacts(db, location.file)
        : await postgresFacts(db, now);
    // What may not be written may not be read either, perhaps.
    const missing = own.canWrite ? await missingMigrations(db, location.kind) : undefined;
    return { ...own, missing };
  } finally {
    await db.destroy();
  }
}

async function sqliteFacts(db: Database, file: string) {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
  const version = rows[0]?.version ?? "";
  return { version, canWrite: isWritable(file), user: "", clockAheadMs: 0 };
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

type PostgresRow = { version: string; user: string; canWrite: boolean; at: number };

/** Tables that another user made stand for all of them by the one that lists migrations. */
async function postgresFacts(db: Database, now: () => Date) {
  const { rows } = await sql<PostgresRow>`
    select current_setting('server_version') as version, current_user::text as "user",
      has_schema_privilege(current_schema(), 'CREATE') and not pg_is_in_recovery()
        and coalesce(has_table_privilege(tables.id, 'SELECT')
          and has_table_privilege(tables.id, 'INSERT'), true) as "canWrite",
      extract(epoch from clock_timestamp())::float8 * 1000 as at
    from (select to_regclass('docent_migrations')::oid as id) as tables`.execute(db);
  const [row] = rows;
  return {
    version: row?.version.split(" ", 1)[0] ?? "",
    canWrite: row?.canWrite === true,
    user: row?.user ?? "",
    clockAheadMs: Math.round((row?.at ?? 0) - now().getTime()),
  };
}
