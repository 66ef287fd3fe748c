import type { DatabaseSync } from "node:sqlite";
import type { ClientBase } from "pg";
import { AppError } from "../../lib/app-error.ts";
import { type RowsDigest, rowsDigest, type StoredValue } from "./rows-digest.ts";
import type { StoredTable } from "./stored-tables.ts";

const mostRows = 500;
const mostBytes = 4 * 1_048_576;

export type Copied = { table: string; rows: number; hash: string; changedTexts: number };
type Ends = { source: DatabaseSync; target: ClientBase };

/** Copies the rows of one table in batches, reads them back, and compares their number and their hash. */
export async function copyTable(
  { source, target }: Ends,
  table: StoredTable,
  onRows: (rows: number) => void,
): Promise<Copied> {
  const sent = rowsDigest();
  let changedTexts = 0;
  let [batch, bytes]: [StoredValue[][], number] = [[], 0];
  const flush = async () => {
    if (batch.length > 0) await insertRows(target, table, batch);
    [batch, bytes] = [[], 0];
    onRows(sent.read().rows);
  };
  const list = table.columns.map(quoted).join(", ");
  for (const found of source.prepare(`select ${list} from ${quoted(table.name)}`).iterate()) {
    const row = table.columns.map((column) => {
      const value = found[column] ?? null;
      if (typeof value !== "string" || !value.includes("\0")) return value;
      changedTexts += 1;
      // PostgreSQL stores no NUL.
      return value.replaceAll("\0", "\uFFFD");
    });
    sent.add(row);
    batch.push(row);
    bytes += row.reduce<number>((sum, value) => sum + sizeOf(value), 0);
    if (batch.length >= mostRows || bytes >= mostBytes) await flush();
  }
  await flush();
  if (table.own !== undefined) await insertOwn({ source, target }, table, table.own);
  const found = await readBack(target, table);
  const expected = sent.read();
  if (found.rows !== expected.rows || found.hash !== expected.hash)
    throw new AppError(
      "conflict",
      `The table ${table.name} arrived with ${found.rows} rows (${found.hash}) and not with ${expected.rows} (${expected.hash}): nothing was kept.`,
    );
  return { table: table.name, ...expected, changedTexts };
}

async function insertRows(
  target: ClientBase,
  table: StoredTable,
  rows: StoredValue[][],
): Promise<void> {
  const { name, columns } = table;
  const own = table.own === undefined ? -1 : columns.indexOf(table.own);
  const values: StoredValue[] = [];
  const places = rows.map((row) => {
    const marks = row.map((value, index) => {
      values.push(index === own ? null : value);
      return `$${values.length}`;
    });
    return `(${marks.join(", ")})`;
  });
  await target.query(
    `insert into ${quoted(name)} (${columns.map(quoted).join(", ")}) overriding system value values ${places.join(", ")}`,
    values,
  );
}

/** Rows that name another row of their table, once all of them are there. */
async function insertOwn({ source, target }: Ends, { name, key }: StoredTable, own: string) {
  if (key === undefined) throw new Error(`rows of ${name} refer to rows without a key`);
  const query = `select ${quoted(key)} as id, ${quoted(own)} as other from ${quoted(name)} where ${quoted(own)} is not null`;
  for (const { id, other } of source.prepare(query).iterate())
    await target.query(`update ${quoted(name)} set ${quoted(own)} = $1 where ${quoted(key)} = $2`, [
      other,
      id,
    ]);
}

async function readBack(target: ClientBase, { name, columns }: StoredTable) {
  const digest: RowsDigest = rowsDigest();
  await target.query(
    `declare moved no scroll cursor for select ${columns.map(quoted).join(", ")} from ${quoted(name)}`,
  );
  for (;;) {
    const { rows } = await target.query({ text: `fetch ${mostRows} from moved`, rowMode: "array" });
    for (const row of rows) digest.add(row);
    if (rows.length === 0) break;
  }
  await target.query("close moved");
  return digest.read();
}

function sizeOf(value: StoredValue): number {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 8;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
