import type { Migration } from "../migration.ts";

/** What opens repositories and proves webhooks, sealed: of one source, or under a name that sources share. */
export const secretsMigration: Migration = {
  name: "0015-secrets",
  statements: [
    `create table secrets (
      id text primary key,
      source_id text references sources (id) on delete cascade,
      name text not null,
      purpose text not null,
      kind text not null,
      sealed text not null,
      key_id text not null,
      hint text not null,
      set_by text not null,
      created_at text not null,
      updated_at text not null
    )`,
    "create index secrets_source on secrets (source_id)",
  ],
};
