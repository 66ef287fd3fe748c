import { type Dialect, Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import type { Pool } from "pg";
import { migrate } from "./migrate.ts";
import { rowPlugin } from "./row-plugin.ts";
import { sqliteDialect } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** Where the rows live: a file of the embedded SQLite, or a PostgreSQL address. */
export type StoreLocation =
  | { kind: "sqlite"; file: string }
  | {
      kind: "postgres";
      url: string;
      /** Leads past a pooler, for the connection that listens. */
      listenUrl?: string;
    };

/** Opens the store and brings it to the newest schema. */
export async function openDatabase(location: StoreLocation): Promise<Database> {
  const db = connectDatabase(location);
  try {
    await migrate(db, location.kind);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const locations = new WeakMap<Database, StoreLocation>();

/** Where an open store lives, for a thread that opens a handle of its own. */
export function locationOf(db: Database): StoreLocation {
  const location = locations.get(db);
  if (location === undefined) throw new Error("this handle was not opened by openDatabase");
  return location;
}

/** The file of an SQLite store that this very handle has opened; undefined for one in memory, and for PostgreSQL. */
export function fileOf(db: Database): string | undefined {
  const location = locations.get(db);
  if (location?.kind !== "sqlite" || location.file === ":memory:") return undefined;
  return location.file;
}

/** A handle on a store that another one has opened and brought up to date. */
export function connectDatabase(location: StoreLocation, connections = 20): Database {
  const db = new Kysely<Tables>({
    dialect: dialectFor(location, connections),
    plugins: [rowPlugin()],
  });
  locations.set(db, location);
  return db;
}

function dialectFor(location: StoreLocation, connections: number): Dialect {
  if (location.kind === "sqlite") return sqliteDialect(location.file);
  return new PostgresDialect({ pool: () => openPool(location.url, connections) });
}

/** The driver is loaded where PostgreSQL is used. */
async function openPool(url: string, connections: number): Promise<Pool> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    // A peer that is gone without a word is found out, and the connection made anew.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: "docent",
    types: {
      // PostgreSQL counts in 64 bits, which its driver gives as text: no count or sum here comes near 2^53.
      getTypeParser: (type: number, format?: "text" | "binary") =>
        type === countType ? Number : pg.types.getTypeParser(type, format),
    },
  });
  // A connection that breaks must not end the process, idle or not; its query or the next one reports the fault.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

const countType = 20;

export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Rewrites an SQLite file, so that nothing of what was deleted is left in it. False: not done, because the store is
 * PostgreSQL, which does it in its own time, or because somebody else was in the middle of reading.
 */
export async function scrubStore(db: Database): Promise<boolean> {
  if (locationOf(db).kind !== "sqlite") return false;
  // The copy may be larger than the memory.
  await sql`pragma temp_store = file`.execute(db);
  try {
    // The index of words keeps what was deleted until its parts are put together.
    await sql`insert into question_words (question_words) values ('optimize')`.execute(db);
    await sql`vacuum`.execute(db);
    const done = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    return done.rows[0]?.busy === 0;
  } finally {
    await sql`pragma temp_store = memory`.execute(db);
  }
}
