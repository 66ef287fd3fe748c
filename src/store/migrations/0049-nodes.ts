import type { Migration } from "./migration.ts";

const limits =
  "(caller text primary key, per_minute double precision not null, tokens double precision not null, at_ms double precision not null)";

/** What nodes share of each other: who does what at the moment, and what callers have taken on all of them together. */
export const nodesMigration: Migration = {
  name: "0049-nodes",
  statements: [
    "create table leases (name text primary key, owner text not null, expires_at text not null)",
  ],
  own: {
    sqlite: [`create table shared_limits ${limits}`],
    // What a crash of PostgreSQL forgets here is full again a minute later anyway: no disk is waited for.
    postgres: [`create unlogged table shared_limits ${limits}`],
  },
};
