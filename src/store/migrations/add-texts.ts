import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** New columns of text, empty in the rows that are there. */
export async function addTexts(
  db: Transaction<Tables>,
  table: keyof Tables,
  names: string[],
): Promise<void> {
  for (const name of names) {
    await db.schema
      .alterTable(table)
      .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
      .execute();
  }
}
