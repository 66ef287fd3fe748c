import type { Migration } from "../migration.ts";

export const answersMigration: Migration = {
  name: "0003-answers",
  statements: [
    `create table threads (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      fp text not null,
      created_at text not null,
      updated_at text not null
    )`,
    "create index threads_project on threads (project_id, fp)",
    `create table chats (
      project_id text not null references projects (id) on delete cascade,
      chat_id text not null,
      fp text not null,
      thread_id text not null references threads (id) on delete cascade,
      constraint chats_key primary key (project_id, chat_id, fp)
    )`,
    "create index chats_thread on chats (thread_id)",
    `create table messages (
      id text primary key,
      thread_id text not null references threads (id) on delete cascade,
      ordinal integer not null,
      role text not null,
      client_id text not null,
      text text not null,
      answer_id text,
      superseded_at text,
      created_at text not null,
      constraint messages_order unique (thread_id, ordinal)
    )`,
    `create table answers (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      thread_id text not null references threads (id) on delete cascade,
      message_id text not null,
      chat_id text not null,
      fp text not null,
      question text not null,
      text text not null,
      state text not null,
      model text not null,
      revision_id text,
      passages text not null,
      citations text not null,
      error text not null,
      lease_expires_at text not null,
      created_at text not null,
      finished_at text
    )`,
    "create index answers_thread on answers (thread_id)",
    "create index answers_revision on answers (revision_id)",
    "create index answers_chat on answers (project_id, chat_id)",
    "create index answers_state on answers (state)",
    `create table answer_events (
      answer_id text not null references answers (id) on delete cascade,
      seq integer not null,
      event text not null,
      constraint answer_events_key primary key (answer_id, seq)
    )`,
  ],
};
