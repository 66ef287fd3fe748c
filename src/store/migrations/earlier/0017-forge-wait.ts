import type { Migration } from "../migration.ts";

/** A job whose forge cannot be reached is put back and tried again later. */
export const forgeWaitMigration: Migration = {
  name: "0017-forge-wait",
  statements: ["alter table jobs add column forge_wait text"],
};
