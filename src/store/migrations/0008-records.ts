import { addTexts, type Migrating, type Migration } from "./migration.ts";

/** What models used and cost, what readers thought of answers, and what is needed to ask again. */
export const recordsMigration: Migration = {
  name: "0008-records",
  async up(db) {
    await addTexts(db, "projects", ["model"]);
    await addTexts(db, "answers", ["key_id", "request", "timings", "suggestions"]);
    await createUsage(db);
    await createFeedback(db);
    await db.schema
      .createIndex("answers_project_created")
      .on("answers")
      .columns(["project_id", "created_at", "id"])
      .execute();
  },
};

async function createUsage(db: Migrating): Promise<void> {
  await db.schema
    .createTable("usage")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("answer_id", "text", (column) => column.notNull())
    .addColumn("job_id", "text", (column) => column.notNull())
    .addColumn("step", "integer", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("input_tokens", "integer", (column) => column.notNull())
    .addColumn("output_tokens", "integer", (column) => column.notNull())
    .addColumn("cache_read_tokens", "integer", (column) => column.notNull())
    .addColumn("cache_write_tokens", "integer", (column) => column.notNull())
    .addColumn("cost_micros", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("usage_project_created")
    .on("usage")
    .columns(["project_id", "created_at"])
    .execute();
  await db.schema
    .createIndex("usage_key_created")
    .on("usage")
    .columns(["key_id", "created_at"])
    .execute();
}

async function createFeedback(db: Migrating): Promise<void> {
  await db.schema
    .createTable("feedback")
    .addColumn("answer_id", "text", (column) =>
      column.primaryKey().references("answers.id").onDelete("cascade"),
    )
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("rating", "text", (column) => column.notNull())
    .addColumn("comment", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
}
