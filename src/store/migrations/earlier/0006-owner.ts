import type { Migration } from "../migration.ts";

export const ownerMigration: Migration = {
  name: "0006-owner",
  statements: [
    `create table owner (
      id text primary key,
      password_hash text,
      setup_hash text,
      setup_expires_at text,
      updated_at text not null
    )`,
    `create table owner_sessions (
      id text primary key,
      token_hash text not null unique,
      previous_hash text unique,
      previous_until text,
      created_at text not null,
      rotated_at text not null,
      last_used_at text not null,
      expires_at text not null
    )`,
  ],
};
