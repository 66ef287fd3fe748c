import { sql } from "kysely";
import type { JobMessage } from "../../contract/jobs.ts";
import { textsOf } from "../jobs/texts-of.ts";
import type { Migration } from "./migration.ts";

type OldJob = { id: string; branch: string; messages: JobMessage[]; title: string | null };

const batch = 100;

/** What a job was asked and how long it took, in rows short enough to list and search thousands of them. */
export const jobFactsMigration: Migration = {
  name: "0021-job-facts",
  statements: [
    "alter table jobs add column turn_started_at text",
    "alter table jobs add column earlier_ms integer not null default 0",
    "alter table jobs add column model_fault text",
    "alter table jobs add column started_by text",
    "update jobs set turn_started_at = started_at where state != 'queued'",
    "create index jobs_listed on jobs (project_id, state, ordinal, halt_reason, id)",
    "create index jobs_place on jobs (project_id, place)",
    "create index changes_job on changes (project_id, job_id)",
    `create table job_texts (
      job_id text primary key references jobs (id) on delete cascade,
      title text not null,
      instruction text not null,
      words text not null
    )`,
    `create table job_steps (
      job_id text not null references jobs (id) on delete cascade,
      step integer not null,
      model text not null,
      started_at text not null,
      ended_at text,
      constraint job_steps_key primary key (job_id, step)
    )`,
  ],
  async fill(trx) {
    for (let last = ""; ; ) {
      const { rows } = await sql<OldJob>`
        select id, branch, messages,
          (select max(title) from changes where changes.job_id = jobs.id and changes.project_id = jobs.project_id) as title
        from jobs where id > ${last} order by id limit ${sql.lit(batch)}`.execute(trx);
      for (const { title, ...job } of rows) {
        const texts = textsOf(job, title ?? "");
        await sql`insert into job_texts (job_id, title, instruction, words)
          values (${job.id}, ${texts.title}, ${texts.instruction}, ${texts.words})`.execute(trx);
      }
      const end = rows.at(-1);
      if (rows.length < batch || end === undefined) return;
      last = end.id;
    }
  },
};
