import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** Statements that SQLite and PostgreSQL both take, in order. What was released never changes: a new migration follows it. */
export type Migration = {
  name: string;
  /**
   * Takes away what code uses that does not know the migration of this name, and runs once no such node is left. Without
   * it a migration only adds, and older code lives with it.
   */
  contracts?: string;
  statements: string[];
  /** After these, what each of the two has to be told in its own way. */
  own?: Record<"sqlite" | "postgres", string[]>;
  /** After the statements: what rows that are there need and SQL for both cannot work out. */
  fill?(trx: Kysely<Tables>): Promise<void>;
};

/** New columns of text, empty in the rows that are there. */
export function addTexts(table: string, names: string[]): string[] {
  return names.map((name) => `alter table ${table} add column ${name} text not null default ''`);
}
