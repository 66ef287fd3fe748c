import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { migrate } from "./migrate.ts";
import { sqliteDialect } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** Where the rows live: a file of the embedded SQLite, or a PostgreSQL address. */
export type StoreLocation = { kind: "sqlite"; file: string } | { kind: "postgres"; url: string };

/** Opens the store and brings it to the newest schema. */
export async function openDatabase(location: StoreLocation): Promise<Database> {
  const db = connect(location);
  try {
    await migrate(db, location.kind);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function connect(location: StoreLocation): Database {
  if (location.kind === "sqlite") return new Kysely({ dialect: sqliteDialect(location.file) });
  const pool = new pg.Pool({
    connectionString: location.url,
    max: 20,
    connectionTimeoutMillis: 5_000,
    application_name: "docent",
  });
  // An idle connection that breaks must not end the process; the next query reports the fault.
  pool.on("error", () => undefined);
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
