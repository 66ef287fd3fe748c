import type { Migrating, Migration } from "./migration.ts";

export const answersMigration: Migration = {
  name: "0003-answers",
  async up(db) {
    await createThreads(db);
    await createAnswers(db);
  },
};

async function createThreads(db: Migrating): Promise<void> {
  await db.schema
    .createTable("threads")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("fp", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("threads_project")
    .on("threads")
    .columns(["project_id", "fp"])
    .execute();
  await db.schema
    .createTable("chats")
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("chat_id", "text", (column) => column.notNull())
    .addColumn("fp", "text", (column) => column.notNull())
    .addColumn("thread_id", "text", (column) =>
      column.notNull().references("threads.id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("chats_key", ["project_id", "chat_id", "fp"])
    .execute();
  await db.schema.createIndex("chats_thread").on("chats").column("thread_id").execute();
  await db.schema
    .createTable("messages")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("thread_id", "text", (column) =>
      column.notNull().references("threads.id").onDelete("cascade"),
    )
    .addColumn("ordinal", "integer", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("answer_id", "text")
    .addColumn("superseded_at", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("messages_order", ["thread_id", "ordinal"])
    .execute();
}

async function createAnswers(db: Migrating): Promise<void> {
  await db.schema
    .createTable("answers")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("thread_id", "text", (column) =>
      column.notNull().references("threads.id").onDelete("cascade"),
    )
    .addColumn("message_id", "text", (column) => column.notNull())
    .addColumn("chat_id", "text", (column) => column.notNull())
    .addColumn("fp", "text", (column) => column.notNull())
    .addColumn("question", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("revision_id", "text")
    .addColumn("passages", "text", (column) => column.notNull())
    .addColumn("citations", "text", (column) => column.notNull())
    .addColumn("error", "text", (column) => column.notNull())
    .addColumn("lease_expires_at", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("finished_at", "text")
    .execute();
  await db.schema.createIndex("answers_thread").on("answers").column("thread_id").execute();
  await db.schema.createIndex("answers_revision").on("answers").column("revision_id").execute();
  await db.schema
    .createIndex("answers_chat")
    .on("answers")
    .columns(["project_id", "chat_id"])
    .execute();
  await db.schema.createIndex("answers_state").on("answers").column("state").execute();
  await db.schema
    .createTable("answer_events")
    .addColumn("answer_id", "text", (column) =>
      column.notNull().references("answers.id").onDelete("cascade"),
    )
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("answer_events_key", ["answer_id", "seq"])
    .execute();
}
