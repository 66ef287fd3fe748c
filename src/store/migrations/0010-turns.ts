import { sql } from "kysely";
import { addTexts, type Migration } from "./migration.ts";

/** A job goes on after its end when somebody sends it another message, and takes a new place in the queue for that. */
export const turnsMigration: Migration = {
  name: "0010-turns",
  async up(db) {
    await addTexts(db, "jobs", ["turn", "queued_at", "claimed_at"]);
    await db.schema
      .alterTable("jobs")
      .addColumn("place", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update jobs set place = ordinal, queued_at = created_at`.execute(db);
    // What a completed job did stands in its branch: a further turn begins from there.
    await sql`update jobs set base_commit = '' where state = 'halted' and halt_reason = 'completed'`.execute(
      db,
    );
    await db.schema
      .createIndex("jobs_claimed")
      .on("jobs")
      .columns(["project_id", "claimed_at"])
      .execute();
    await db.schema
      .createTable("job_messages")
      .addColumn("job_id", "text", (column) =>
        column.notNull().references("jobs.id").onDelete("cascade"),
      )
      .addColumn("seq", "integer", (column) => column.notNull())
      .addColumn("messages", "text", (column) => column.notNull())
      .addColumn("idempotency_key", "text", (column) => column.notNull())
      .addColumn("after_seq", "integer", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("job_messages_key", ["job_id", "seq"])
      .execute();
    await db.schema
      .createIndex("usage_job")
      .on("usage")
      .columns(["job_id", "step"])
      .where("job_id", "!=", "")
      .execute();
  },
};
