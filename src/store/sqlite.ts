import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Dialect, type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";
import { finishRestore } from "./backup/finish-restore.ts";

const busyTimeoutMs = 10_000;
const cachedStatements = 300;
/** So many pages of 4 KB wait beside the store until they are moved into it: a page that changes often is moved once. */
const checkpointPages = 4_000;

/** SQLite built into Node, as a Kysely dialect: WAL, every commit on disk before it returns. */
export function sqliteDialect(file: string): Dialect {
  return new SqliteDialect({ database: async () => adapt(openSqlite(file)) });
}

export function openSqlite(file: string): DatabaseSync {
  if (file !== ":memory:") finishRestore(dirname(file));
  keepPrivate(file);
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  switchToWal(database);
  database.exec("pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory");
  database.exec(`pragma wal_autocheckpoint = ${checkpointPages}`);
  return database;
}

/** Questions, sessions and sealed secrets are for the user who runs Docent alone. SQLite gives the files beside this one the same mode. */
function keepPrivate(file: string): void {
  if (file === ":memory:") return;
  for (const own of [file, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(own, { throwIfNoEntry: false });
    if (found === undefined && own === file) closeSync(openSync(file, "a", 0o600));
    // One that belongs to another user is used as far as its mode allows.
    else if (found !== undefined && (found.mode & 0o077) !== 0 && found.uid === process.getuid?.())
      chmodSync(own, 0o600);
  }
}

/** SQLite does not wait for other processes that open a new file at the same time: here it fails at once. */
function switchToWal(database: DatabaseSync): void {
  const deadline = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      database.exec("pragma journal_mode = wal");
      return;
    } catch (error) {
      const isBusy = error instanceof Error && /locked|busy/i.test(error.message);
      if (!isBusy || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const cached = cache.get(sql);
      if (cached) return cached;
      const statement = adaptStatement(database.prepare(immediate(sql)));
      if (cache.size >= cachedStatements) cache.clear();
      cache.set(sql, statement);
      return statement;
    },
  };
}

/** A transaction that reads first and writes later fails at once when another handle wrote: take the write lock at the start. */
function immediate(sql: string): string {
  return sql === "begin" ? "begin immediate" : sql;
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...inputs(parameters)),
    run: (parameters) => statement.run(...inputs(parameters)),
    iterate: (parameters) => statement.iterate(...inputs(parameters)),
  };
}

/** Kysely hands parameters over as unknown; the table types only let these values through. */
function inputs(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}
