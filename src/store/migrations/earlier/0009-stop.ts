import type { Migration } from "../migration.ts";

/** Set by any node when a reader stops an answer; seen by the node that writes it. */
export const stopMigration: Migration = {
  name: "0009-stop",
  statements: ["alter table answers add column stop_requested_at text"],
};
