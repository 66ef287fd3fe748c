import { addTexts, type Migration } from "./migration.ts";

/** Docs of branches and commits, who may ask them, and what was asked of them. */
export const refsMigration: Migration = {
  name: "0027-refs",
  statements: [
    `create table ref_revisions (
      revision_id text primary key references revisions (id) on delete cascade,
      project_id text not null references projects (id) on delete cascade,
      source_id text not null,
      commit_id text not null,
      base_revision_id text not null,
      used_at text not null,
      constraint ref_revisions_docs unique (project_id, source_id, commit_id, base_revision_id)
    )`,
    "alter table keys add column branches integer not null default 0",
    ...addTexts("answers", ["ref"]),
    "alter table threads add column is_of_ref integer not null default 0",
  ],
};
