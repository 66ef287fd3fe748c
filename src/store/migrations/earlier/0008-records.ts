import { addTexts, type Migration } from "../migration.ts";

/** What models used and cost, what readers thought of answers, and what is needed to ask again. */
export const recordsMigration: Migration = {
  name: "0008-records",
  statements: [
    ...addTexts("projects", ["model"]),
    ...addTexts("answers", ["key_id", "request", "timings", "suggestions"]),
    `create table usage (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      key_id text not null,
      answer_id text not null,
      job_id text not null,
      step integer not null,
      model text not null,
      input_tokens integer not null,
      output_tokens integer not null,
      cache_read_tokens integer not null,
      cache_write_tokens integer not null,
      cost_micros integer not null,
      created_at text not null
    )`,
    "create index usage_project_created on usage (project_id, created_at)",
    "create index usage_key_created on usage (key_id, created_at)",
    `create table feedback (
      answer_id text primary key references answers (id) on delete cascade,
      project_id text not null references projects (id) on delete cascade,
      rating text not null,
      comment text not null,
      created_at text not null
    )`,
    "create index answers_project_created on answers (project_id, created_at, id)",
  ],
};
