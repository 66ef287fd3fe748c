import { type Kysely, PostgresAdapter } from "kysely";
import type { Tables } from "./tables.ts";

/** A handle or a transaction, also of a store that is still being brought up to date. */
export type Handle = Kysely<Tables>;

/** Which of the two it is, for the few things that they are asked for in different words. */
export function kindOf(db: Handle): "sqlite" | "postgres" {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}
