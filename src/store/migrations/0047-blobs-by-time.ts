import type { Migration } from "./migration.ts";

/** Each sync looks for old texts that no page uses: without it, that reads past the text of every page. */
export const blobsByTimeMigration: Migration = {
  name: "0047-blobs-by-time",
  statements: ["create index blobs_by_time on blobs (project_id, created_at, hash)"],
};
