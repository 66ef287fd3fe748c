import { addTexts, type Migrating, type Migration } from "./migration.ts";

/** What a page is on its site, what its source needs to be read, and vectors of other embedders. */
export const sitesMigration: Migration = {
  name: "0007-sites",
  async up(db) {
    await addTexts(db, "sources", [
      "mount",
      "base_url",
      "credential",
      "generator",
      "problems",
      "error",
    ]);
    await db.schema.alterTable("sources").addColumn("checked_at", "text").execute();
    await addTexts(db, "blobs", ["language"]);
    await addTexts(db, "passages", ["text_hash"]);
    await addTexts(db, "revision_pages", ["file", "includes", "address", "section", "title"]);
    await db.schema.alterTable("revision_pages").addColumn("position", "integer").execute();
    await db.schema
      .alterTable("revision_pages")
      .addColumn("hidden", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await createVectors(db);
  },
};

async function createVectors(db: Migrating): Promise<void> {
  await db.schema
    .createTable("vectors")
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("embedder", "text", (column) => column.notNull())
    .addColumn("text_hash", "text", (column) => column.notNull())
    .addColumn("vector", "bytea", (column) => column.notNull())
    .addPrimaryKeyConstraint("vectors_key", ["project_id", "embedder", "text_hash"])
    .execute();
}
