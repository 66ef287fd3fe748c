import type { Migration } from "../migration.ts";

export const docsMigration: Migration = {
  name: "0002-docs",
  statements: [
    `create table sources (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      kind text not null,
      location text not null,
      branch text not null,
      subfolder text not null,
      created_at text not null,
      synced_at text
    )`,
    "create index sources_project on sources (project_id)",
    `create table blobs (
      project_id text not null references projects (id) on delete cascade,
      hash text not null,
      content text not null,
      title text not null,
      description text not null,
      metadata text not null,
      hidden integer not null,
      problems text not null,
      created_at text not null,
      constraint blobs_key primary key (project_id, hash)
    )`,
    `create table passages (
      id text primary key,
      project_id text not null,
      blob_hash text not null,
      ordinal integer not null,
      headings text not null,
      anchor text not null,
      start_line integer not null,
      end_line integer not null,
      content text not null,
      text text not null,
      vector bytea not null,
      constraint passages_blob foreign key (project_id, blob_hash)
        references blobs (project_id, hash) on delete cascade
    )`,
    "create index passages_blob_index on passages (project_id, blob_hash)",
    `create table revisions (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      commits text not null,
      page_count integer not null,
      created_at text not null
    )`,
    "create index revisions_project on revisions (project_id)",
    `create table revision_pages (
      revision_id text not null references revisions (id) on delete cascade,
      project_id text not null,
      source_id text not null,
      path text not null,
      blob_hash text not null,
      content_id text not null,
      constraint revision_pages_key primary key (revision_id, path),
      constraint revision_pages_blob foreign key (project_id, blob_hash)
        references blobs (project_id, hash)
    )`,
    "create index revision_pages_blob_index on revision_pages (project_id, blob_hash)",
  ],
};
