import type { Migration } from "./migration.ts";

/** When a project's first steps were closed, and the site that a key was first used on. */
export const firstStepsMigration: Migration = {
  name: "0042-first-steps",
  statements: [
    "alter table projects add column first_steps_closed_at text",
    "alter table keys add column used_on text not null default ''",
  ],
};
