import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** Without the plugin: a migration speaks of tables and columns as they are stored. */
export type Migrating = Transaction<Tables>;

export type Migration = { name: string; up(db: Migrating): Promise<void> };

/** New columns of text, empty in the rows that are there. */
export async function addTexts(db: Migrating, table: string, names: string[]): Promise<void> {
  for (const name of names) {
    await db.schema
      .alterTable(table)
      .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
      .execute();
  }
}
