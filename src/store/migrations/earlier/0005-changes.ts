import type { Migration } from "../migration.ts";

export const changesMigration: Migration = {
  name: "0005-changes",
  statements: [
    `create table changes (
      project_id text not null references projects (id) on delete cascade,
      number integer not null,
      title text not null,
      body text not null,
      draft integer not null,
      state text not null,
      head text not null,
      base text not null,
      head_commit text not null,
      base_commit text not null,
      merge_commit text not null,
      checks text not null,
      job_id text not null,
      created_at text not null,
      updated_at text not null,
      constraint changes_key primary key (project_id, number)
    )`,
    "create unique index changes_open_head on changes (project_id, head) where state = 'open'",
  ],
};
