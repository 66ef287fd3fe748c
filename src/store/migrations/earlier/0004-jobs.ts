import type { Migration } from "../migration.ts";

export const jobsMigration: Migration = {
  name: "0004-jobs",
  statements: [
    "alter table projects add column edit_source_id text",
    `create table jobs (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      ordinal integer not null,
      branch text not null,
      base text not null,
      model text not null,
      as_draft integer not null,
      state text not null,
      halt_reason text not null,
      message_to_user text not null,
      pull_request_link text not null,
      messages text not null,
      todos text not null,
      idempotency_key text not null,
      base_commit text not null,
      step integer not null,
      attempt integer not null,
      conversation text not null,
      pending_reply text,
      overlay text not null,
      outcome text,
      lease_owner text not null,
      lease_expires_at text not null,
      cancel_requested_at text,
      created_at text not null,
      started_at text,
      halted_at text,
      constraint jobs_order unique (project_id, ordinal)
    )`,
    "create index jobs_state on jobs (state)",
    "create index jobs_idempotency on jobs (project_id, idempotency_key)",
    `create table job_events (
      job_id text not null references jobs (id) on delete cascade,
      seq integer not null,
      event text not null,
      constraint job_events_key primary key (job_id, seq)
    )`,
  ],
};
