import type { Migration } from "../migration.ts";

/** What people wrote on pull requests, and what became of it. */
export const commentsMigration: Migration = {
  name: "0019-comments",
  statements: [
    `create table change_comments (
      project_id text not null,
      number integer not null,
      comment_id text not null,
      thread text not null,
      author text not null,
      body text not null,
      path text not null,
      line integer not null,
      url text not null,
      state text not null,
      answer text not null,
      job_id text not null,
      created_at text not null,
      updated_at text not null,
      constraint change_comments_key primary key (project_id, number, comment_id),
      constraint change_comments_change foreign key (project_id, number)
        references changes (project_id, number) on delete cascade
    )`,
    "create index change_comments_asked on change_comments (job_id) where state = 'asked'",
  ],
};
