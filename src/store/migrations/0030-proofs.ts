import type { Migration } from "./migration.ts";

/** Questions that a job's change has to answer, and how they were answered without it and with it. */
export const proofsMigration: Migration = {
  name: "0030-proofs",
  statements: [
    `create table job_questions (
      job_id text primary key references jobs (id) on delete cascade,
      project_id text not null,
      group_id text not null,
      question_texts text not null
    )`,
    "create index job_questions_group on job_questions (project_id, group_id)",
    `create table proof_results (
      job_id text not null references jobs (id) on delete cascade,
      head text not null,
      base text not null,
      question text not null,
      gate_result text not null,
      constraint proof_results_key primary key (job_id, head, base, question)
    )`,
    `create table job_proofs (
      job_id text primary key references jobs (id) on delete cascade,
      proof text not null,
      created_at text not null
    )`,
  ],
};
