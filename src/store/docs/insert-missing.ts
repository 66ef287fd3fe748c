import { CompiledQuery } from "kysely";
import type { DatabaseTransaction } from "../database.ts";
import { kindOf } from "../kind-of.ts";
import { storedValue } from "../row-plugin.ts";
import type { Row, Tables } from "../tables.ts";

/** Rows of one statement: few numbers, so that few statements are made. */
const sizes = [64, 8, 1];

/**
 * Rows with the same columns, those that are there already left as they are. To make a statement for thousands of values takes
 * longer than to run it, so each is made once.
 */
export async function insertMissing<Table extends keyof Tables>(
  trx: DatabaseTransaction,
  table: Table,
  rows: Row<Table>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row<Table>)[];
  for (let from = 0; from < rows.length; ) {
    const left = rows.length - from;
    const some = rows.slice(from, from + (sizes.find((size) => size <= left) ?? 1));
    const parameters = some.flatMap((row) => columns.map((column) => storedValue(row[column])));
    const text = statementFor(trx, { table, columns: columns.map(String), rows: some });
    await trx.executeQuery(CompiledQuery.raw(text, parameters));
    from += some.length;
  }
}

type Asked = { table: keyof Tables; columns: string[]; rows: object[] };

const known = new Map<string, string>();

function statementFor(trx: DatabaseTransaction, { table, columns, rows }: Asked): string {
  const key = [kindOf(trx), table, rows.length, ...columns].join(" ");
  const made = known.get(key) ?? compile(trx, table, rows);
  known.set(key, made);
  return made;
}

function compile(trx: DatabaseTransaction, table: keyof Tables, rows: object[]): string {
  const insert = trx.insertInto(table).values(rows as never);
  return insert.onConflict((conflict) => conflict.doNothing()).compile().sql;
}
