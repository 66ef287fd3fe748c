import type { Migration } from "../migration.ts";

/** What a forge elsewhere says of a change, and who is opening one there at the moment. */
export const hostedChangesMigration: Migration = {
  name: "0014-hosted-changes",
  statements: [
    "alter table changes add column pull text",
    `create table change_locks (
      project_id text not null references projects (id) on delete cascade,
      head text not null,
      holder text not null,
      held_until text not null,
      constraint change_locks_key primary key (project_id, head)
    )`,
  ],
};
