import type { Migration } from "./migration.ts";

/** Revisions that hold only what they have otherwise than another one, and what decided where their pages are. */
export const overlaysMigration: Migration = {
  name: "0039-overlays",
  statements: [
    "alter table revisions add column base_revision_id text references revisions (id)",
    "alter table revisions add column site_ids text not null default '{}'",
    "create index revisions_base on revisions (base_revision_id)",
    `create table dropped_pages (
      revision_id text not null references revisions (id) on delete cascade,
      path text not null,
      constraint dropped_pages_key primary key (revision_id, path)
    )`,
  ],
};
