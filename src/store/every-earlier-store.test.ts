import { sql } from "kysely";
import { expect, test } from "vitest";
import { type StoreKind, storeKinds } from "../../test/harness.ts";
import {
  countEveryTable,
  emptyStoreLocation,
  everyRow,
  openUntilEnd,
} from "../../test/store-rows.ts";
import { connectDatabase, type Database, type StoreLocation } from "./database.ts";
import { migrate, migrations } from "./migrate.ts";
import type { Migration } from "./migrations/migration.ts";

/** What columns hold that are read as something else than text; all others hold what their type has for nothing. */
const texts: Record<string, string> = {
  ...{ created_at: "2030-01-01T12:00:00.000Z", updated_at: "2030-01-01T12:00:00.000Z" },
  ...{ state: "answered", question: "How do I revoke a key?", text: "Run it.", role: "user" },
  ...{ messages: '[{"role":"user","content":"Do it"}]', event: '{"type":"start"}', pull: "null" },
  ...{ passages: "[]", citations: "[]", todos: "[]", headings: "[]", problems: "[]", checks: "[]" },
  ...{ commits: "{}", metadata: "{}", conversation: "{}", overlay: "{}", turn: "{}", spec: "{}" },
};
const emptyJson = "{}";

/** Each migration meets rows in every table that versions before it had: a store of any of them goes the rest of this way. */
test.each(storeKinds)(
  "a store on %s that any earlier version left opens with its rows",
  async (kind) => {
    const location = await emptyStoreLocation(kind);
    const filled = await leaveRows(location);
    const db = await openUntilEnd(location);
    const counts = await countEveryTable(db);
    const gone = ["owner", "owner_sessions"];
    const kept = filled.filter((table) => !gone.includes(table));
    expect(kept.filter((table) => counts[camelCase(table)] !== 1)).toEqual([]);
    expect(await everyRow(db)).toHaveLength(Object.keys(counts).length);
  },
);

/** Goes from version to version, and leaves a row in each table that is new. */
async function leaveRows(location: StoreLocation): Promise<string[]> {
  const db = connectDatabase(location, 1);
  const rows = new Map<string, Row>();
  try {
    for (let count = 1; count <= migrations.length; count += 1) {
      const wanted = migrations.slice(0, count);
      expect(await migrate(db, location.kind, wanted)).toEqual([wanted.at(-1)?.name]);
      await fillTables({ db, kind: location.kind, rows }, await knownTables(wanted));
    }
    return [...rows.keys()];
  } finally {
    await db.destroy();
  }
}

type Column = { name: string; type: string; notnull: number; pk: number };
type Reference = { table: string; from: string; to: string };
type Filling = { db: Database; kind: StoreKind; rows: Map<string, Row> };
type Row = Record<string, string | number | Uint8Array | null>;

/** One row in each table, in an order in which every row refers to one that is there. */
async function fillTables({ db, kind, rows }: Filling, known: Known): Promise<void> {
  for (let before = -1; before < rows.size; ) {
    before = rows.size;
    for (const [table, { columns, references }] of known) {
      const isReady = references.every((own) => own.table === table || rows.has(own.table));
      if (rows.has(table) || !isReady) continue;
      const found = await rowIn(db, table);
      const row = found ?? rowOf(columns, references, rows);
      rows.set(table, row);
      if (found !== undefined) continue;
      // PostgreSQL gives this number itself.
      const names = Object.keys(row).filter(
        (name) => kind === "sqlite" || `${table}.${name}` !== "asked_questions.seq",
      );
      await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        values (${sql.join(names.map((name) => row[name]))})`.execute(db);
    }
  }
  expect([...known.keys()].filter((table) => !rows.has(table))).toEqual([]);
}

/** A row that a migration has made out of others. */
async function rowIn(db: Database, table: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} limit 1`.execute(db);
  const entries = Object.entries(rows[0] ?? {}).map(([name, value]) => [snakeCase(name), value]);
  return rows[0] && Object.fromEntries(entries);
}

function rowOf(columns: Column[], references: Reference[], rows: Map<string, Row>): Row {
  const row: Row = {};
  for (const { name, type, notnull, pk } of columns) {
    const reference = references.find(({ from, table }) => from === name && rows.has(table));
    if (reference !== undefined) row[name] = rows.get(reference.table)?.[reference.to] ?? null;
    else if (notnull === 0 && pk === 0) row[name] = null;
    else row[name] = nothingOf(name, type.toLowerCase());
  }
  return row;
}

function nothingOf(name: string, type: string): string | number | Uint8Array {
  if (type === "bytea") return new Uint8Array([1, 2]);
  if (type !== "text") return 1;
  return texts[name] ?? emptyJson;
}

type Known = Map<string, { columns: Column[]; references: Reference[] }>;

/** The tables of a store, as SQLite describes them: those on PostgreSQL are the same. */
async function knownTables(wanted: Migration[]): Promise<Known> {
  const db = connectDatabase({ kind: "sqlite", file: ":memory:" }, 1);
  try {
    await migrate(db, "sqlite", wanted);
    const tables = await sql<{
      name: string;
    }>`select name from pragma_table_list where schema = 'main'
      and type = 'table' and name not in ('sqlite_schema', 'docent_migrations')`.execute(db);
    const known: Known = new Map();
    for (const { name } of tables.rows) {
      const columns = await sql<Column>`select * from pragma_table_info(${name})`.execute(db);
      const references =
        await sql<Reference>`select * from pragma_foreign_key_list(${name})`.execute(db);
      known.set(name, { columns: columns.rows, references: references.rows });
    }
    return known;
  } finally {
    await db.destroy();
  }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
}
