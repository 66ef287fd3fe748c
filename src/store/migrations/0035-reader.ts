import type { Migration } from "./migration.ts";

/** The reader: what signs its passes, the links that open private docs, and what people think of pages. */
export const readerMigration: Migration = {
  name: "0035-reader",
  statements: [
    `create table reader_secrets (
      id text primary key,
      secret text not null,
      created_at text not null
    )`,
    `create table reader_links (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      token_hash text not null unique,
      path text not null,
      made_by text not null,
      created_at text not null,
      expires_at text not null,
      revoked_at text,
      used_at text
    )`,
    "create index reader_links_project on reader_links (project_id, created_at)",
    `create table page_ratings (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      path text not null,
      rating text not null,
      comment text not null,
      created_at text not null
    )`,
    "create index page_ratings_project on page_ratings (project_id, created_at)",
  ],
};
