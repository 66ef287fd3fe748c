import type { Migration } from "./migration.ts";

/** When who tried to log in, on whatever node, so that several of them allow no more than one. */
export const logInAttemptsMigration: Migration = {
  name: "0051-log-in-attempts",
  statements: [
    "create table log_in_attempts (caller text primary key, times text not null, last_at text not null)",
    "create index log_in_attempts_by_time on log_in_attempts (last_at)",
  ],
};
