import type { Migration } from "./migration.ts";

export const ownerMigration: Migration = {
  name: "0006-owner",
  async up(db) {
    await db.schema
      .createTable("owner")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("password_hash", "text")
      .addColumn("setup_hash", "text")
      .addColumn("setup_expires_at", "text")
      .addColumn("updated_at", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("owner_sessions")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("previous_hash", "text", (column) => column.unique())
      .addColumn("previous_until", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("rotated_at", "text", (column) => column.notNull())
      .addColumn("last_used_at", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
  },
};
