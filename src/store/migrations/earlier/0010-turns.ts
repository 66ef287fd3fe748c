import { addTexts, type Migration } from "../migration.ts";

/** A job goes on after its end when somebody sends it another message, and takes a new place in the queue for that. */
export const turnsMigration: Migration = {
  name: "0010-turns",
  statements: [
    ...addTexts("jobs", ["turn", "queued_at", "claimed_at"]),
    "alter table jobs add column place integer not null default 0",
    "update jobs set place = ordinal, queued_at = created_at",
    // What a completed job did stands in its branch: a further turn begins from there.
    "update jobs set base_commit = '' where state = 'halted' and halt_reason = 'completed'",
    "create index jobs_claimed on jobs (project_id, claimed_at)",
    `create table job_messages (
      job_id text not null references jobs (id) on delete cascade,
      seq integer not null,
      messages text not null,
      idempotency_key text not null,
      after_seq integer not null,
      created_at text not null,
      constraint job_messages_key primary key (job_id, seq)
    )`,
    "create index usage_job on usage (job_id, step) where job_id != ''",
  ],
};
