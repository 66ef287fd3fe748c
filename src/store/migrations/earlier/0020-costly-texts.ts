import type { Migration } from "../migration.ts";

/** Texts of a project that take too long to read, by a hash of all that decides about it. */
export const costlyTextsMigration: Migration = {
  name: "0020-costly-texts",
  statements: [
    `create table costly_texts (
      project_id text not null references projects (id) on delete cascade,
      hash text not null,
      found_at text not null,
      constraint costly_texts_key primary key (project_id, hash)
    )`,
  ],
};
