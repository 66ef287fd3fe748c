import type { Migration } from "./migration.ts";

/** Tokens by which programs act for an owner, and what tells whether a stored secret is still the same. */
export const ownerTokensMigration: Migration = {
  name: "0041-owner-tokens",
  statements: [
    `create table owner_tokens (
      id text primary key,
      member_id text not null references members (id) on delete cascade,
      label text not null,
      scope text not null,
      hash text not null unique,
      hint text not null,
      created_at text not null,
      expires_at text,
      last_used_at text,
      revoked_at text
    )`,
    "create index owner_tokens_member on owner_tokens (member_id)",
    "alter table secrets add column fingerprint text not null default ''",
  ],
};
