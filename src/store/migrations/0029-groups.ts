import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";
import type { Migration } from "./migration.ts";

/** Questions that the docs did not answer, or not well, grouped by what they ask for. */
export const groupsMigration: Migration = {
  name: "0029-groups",
  statements: [
    `create table question_groups (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      name text not null,
      group_words text not null,
      language text not null,
      state text not null,
      state_since text not null,
      note text not null,
      size integer not null,
      unanswered integer not null,
      thumbs_down integer not null,
      first_asked_at text not null,
      last_asked_at text not null,
      example_ids text not null,
      nearest_page text,
      page_revision_id text not null,
      merged_into text not null,
      is_stale integer not null,
      created_at text not null
    )`,
    "create index question_groups_size on question_groups (project_id, merged_into, size, id)",
    "create index question_groups_newest on question_groups (project_id, merged_into, created_at, id)",
    "create index question_groups_page on question_groups (project_id, merged_into, page_revision_id, size)",
    "create index question_groups_stale on question_groups (is_stale, project_id, id)",
    `create table group_centres (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      group_id text not null references question_groups (id) on delete cascade,
      size integer not null,
      vector bytea not null,
      joined_at text not null
    )`,
    "create index group_centres_project on group_centres (project_id, joined_at, id)",
    "create index group_centres_group on group_centres (group_id)",
    `create table grouped_questions (
      answer_id text primary key references answers (id) on delete cascade,
      project_id text not null references projects (id) on delete cascade,
      group_id text not null references question_groups (id) on delete cascade,
      centre_id text not null,
      is_unanswered integer not null,
      is_rated_down integer not null,
      vector bytea not null,
      likeness double precision not null,
      text_key text not null,
      asked_at text not null,
      joined_at text not null
    )`,
    "create index grouped_questions_group on grouped_questions (group_id, asked_at, answer_id, is_unanswered, is_rated_down)",
    "create index grouped_questions_typical on grouped_questions (group_id, likeness, answer_id)",
    "create index grouped_questions_centre on grouped_questions (centre_id)",
    "create index grouped_questions_asked on grouped_questions (project_id, asked_at, group_id)",
    `create table group_events (
      group_id text not null references question_groups (id) on delete cascade,
      seq integer not null,
      kind text not null,
      at text not null,
      actor text not null,
      text text not null,
      job_id text not null,
      change_number integer not null,
      constraint group_events_key primary key (group_id, seq)
    )`,
    "create index group_events_job on group_events (job_id)",
    `create table group_queue (
      answer_id text primary key references answers (id) on delete cascade,
      project_id text not null references projects (id) on delete cascade,
      asked_at text not null
    )`,
    "create index group_queue_project on group_queue (project_id, asked_at, answer_id)",
    `create table group_turns (
      project_id text primary key references projects (id) on delete cascade,
      holder text not null,
      held_until text not null,
      version integer not null,
      told integer not null
    )`,
  ],
  fill: queueWhatIsThere,
};

async function queueWhatIsThere(trx: Kysely<Tables>): Promise<void> {
  await sql`insert into group_queue (answer_id, project_id, asked_at)
    select answers.id, answers.project_id, answers.created_at from answers
    left join feedback on feedback.answer_id = answers.id
    where answers.key_id <> '' and (answers.state = 'unanswered'
      or answers.answer_outcome in ('declined', 'reserve') or feedback.rating = 'down')`.execute(
    trx,
  );
}
