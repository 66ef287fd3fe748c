import type { Migration } from "../migration.ts";

export const keysMigration: Migration = {
  name: "0001-keys",
  statements: [
    `create table projects (
      id text primary key,
      domain text not null unique,
      name text not null,
      visibility text not null,
      base_url text not null,
      current_revision_id text,
      created_at text not null
    )`,
    `create table keys (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      kind text not null,
      label text not null,
      hash text not null unique,
      hint text not null,
      provided_by text not null,
      origins text not null,
      expires_at text,
      revoked_at text,
      last_used_at text,
      created_at text not null
    )`,
    "create index keys_project on keys (project_id)",
  ],
};
