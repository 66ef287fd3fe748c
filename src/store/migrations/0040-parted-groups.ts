import type { Migration } from "./migration.ts";

/** Centres that people parted from others: the grouping does not put them together again. */
export const partedGroupsMigration: Migration = {
  name: "0040-parted-groups",
  statements: ["alter table group_centres add column is_parted integer not null default 0"],
};
