import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const changesMigration: Migration = {
  name: "0005-changes",
  async up(db) {
    await db.schema
      .createTable("changes")
      .addColumn("project_id", "text", (column) =>
        column.notNull().references("projects.id").onDelete("cascade"),
      )
      .addColumn("number", "integer", (column) => column.notNull())
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("draft", "integer", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("head", "text", (column) => column.notNull())
      .addColumn("base", "text", (column) => column.notNull())
      .addColumn("head_commit", "text", (column) => column.notNull())
      .addColumn("base_commit", "text", (column) => column.notNull())
      .addColumn("merge_commit", "text", (column) => column.notNull())
      .addColumn("checks", "text", (column) => column.notNull())
      .addColumn("job_id", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("changes_key", ["project_id", "number"])
      .execute();
    await db.schema
      .createIndex("changes_open_head")
      .unique()
      .on("changes")
      .columns(["project_id", "head"])
      .where(sql.ref("state"), "=", "open")
      .execute();
  },
};
