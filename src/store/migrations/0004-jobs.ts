import type { Migrating, Migration } from "./migration.ts";

export const jobsMigration: Migration = {
  name: "0004-jobs",
  async up(db) {
    await db.schema.alterTable("projects").addColumn("edit_source_id", "text").execute();
    await createJobs(db);
    await createJobEvents(db);
  },
};

async function createJobs(db: Migrating): Promise<void> {
  await db.schema
    .createTable("jobs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("ordinal", "integer", (column) => column.notNull())
    .addColumn("branch", "text", (column) => column.notNull())
    .addColumn("base", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("as_draft", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("halt_reason", "text", (column) => column.notNull())
    .addColumn("message_to_user", "text", (column) => column.notNull())
    .addColumn("pull_request_link", "text", (column) => column.notNull())
    .addColumn("messages", "text", (column) => column.notNull())
    .addColumn("todos", "text", (column) => column.notNull())
    .addColumn("idempotency_key", "text", (column) => column.notNull())
    .addColumn("base_commit", "text", (column) => column.notNull())
    .addColumn("step", "integer", (column) => column.notNull())
    .addColumn("attempt", "integer", (column) => column.notNull())
    .addColumn("conversation", "text", (column) => column.notNull())
    .addColumn("pending_reply", "text")
    .addColumn("overlay", "text", (column) => column.notNull())
    .addColumn("outcome", "text")
    .addColumn("lease_owner", "text", (column) => column.notNull())
    .addColumn("lease_expires_at", "text", (column) => column.notNull())
    .addColumn("cancel_requested_at", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("started_at", "text")
    .addColumn("halted_at", "text")
    .addUniqueConstraint("jobs_order", ["project_id", "ordinal"])
    .execute();
  await db.schema.createIndex("jobs_state").on("jobs").column("state").execute();
  await db.schema
    .createIndex("jobs_idempotency")
    .on("jobs")
    .columns(["project_id", "idempotency_key"])
    .execute();
}

async function createJobEvents(db: Migrating): Promise<void> {
  await db.schema
    .createTable("job_events")
    .addColumn("job_id", "text", (column) =>
      column.notNull().references("jobs.id").onDelete("cascade"),
    )
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("job_events_key", ["job_id", "seq"])
    .execute();
}
