import type { Migration } from "./migration.ts";

/** Lets a migration say which code lives with what it did. Those before it say nothing: code that does not know them is refused. */
export const olderCodeMigration: Migration = {
  name: "0050-older-code",
  statements: ["alter table docent_migrations add column oldest_code text"],
};
