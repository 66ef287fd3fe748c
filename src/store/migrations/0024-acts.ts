import type { Migration } from "./migration.ts";

/** Who did what. Names are kept as they were: a member or a key that is gone later still stands here. */
export const actsMigration: Migration = {
  name: "0024-acts",
  statements: [
    `create table acts (
      id text primary key,
      at text not null,
      actor_kind text not null,
      actor_id text not null,
      actor_name text not null,
      action text not null,
      project_id text not null,
      domain text not null,
      target text not null,
      network text not null
    )`,
    "create index acts_at on acts (at, id)",
  ],
};
