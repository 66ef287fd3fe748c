import type { Migrating, Migration } from "./migration.ts";

export const docsMigration: Migration = {
  name: "0002-docs",
  async up(db) {
    await createSources(db);
    await createBlobs(db);
    await createRevisions(db);
  },
};

async function createSources(db: Migrating): Promise<void> {
  await db.schema
    .createTable("sources")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("location", "text", (column) => column.notNull())
    .addColumn("branch", "text", (column) => column.notNull())
    .addColumn("subfolder", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("synced_at", "text")
    .execute();
  await db.schema.createIndex("sources_project").on("sources").column("project_id").execute();
}

async function createBlobs(db: Migrating): Promise<void> {
  await db.schema
    .createTable("blobs")
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("metadata", "text", (column) => column.notNull())
    .addColumn("hidden", "integer", (column) => column.notNull())
    .addColumn("problems", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("blobs_key", ["project_id", "hash"])
    .execute();
  await db.schema
    .createTable("passages")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("blob_hash", "text", (column) => column.notNull())
    .addColumn("ordinal", "integer", (column) => column.notNull())
    .addColumn("headings", "text", (column) => column.notNull())
    .addColumn("anchor", "text", (column) => column.notNull())
    .addColumn("start_line", "integer", (column) => column.notNull())
    .addColumn("end_line", "integer", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("vector", "bytea", (column) => column.notNull())
    .addForeignKeyConstraint(
      "passages_blob",
      ["project_id", "blob_hash"],
      "blobs",
      ["project_id", "hash"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("passages_blob_index")
    .on("passages")
    .columns(["project_id", "blob_hash"])
    .execute();
}

async function createRevisions(db: Migrating): Promise<void> {
  await db.schema
    .createTable("revisions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("commits", "text", (column) => column.notNull())
    .addColumn("page_count", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("revisions_project").on("revisions").column("project_id").execute();
  await db.schema
    .createTable("revision_pages")
    .addColumn("revision_id", "text", (column) =>
      column.notNull().references("revisions.id").onDelete("cascade"),
    )
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("source_id", "text", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("blob_hash", "text", (column) => column.notNull())
    .addColumn("content_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("revision_pages_key", ["revision_id", "path"])
    .addForeignKeyConstraint("revision_pages_blob", ["project_id", "blob_hash"], "blobs", [
      "project_id",
      "hash",
    ])
    .execute();
  await db.schema
    .createIndex("revision_pages_blob_index")
    .on("revision_pages")
    .columns(["project_id", "blob_hash"])
    .execute();
}
