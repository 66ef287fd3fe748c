import type { Migration } from "./migration.ts";

/** Jobs that start by themselves: what makes them start, and each time that it did. */
export const automationsMigration: Migration = {
  name: "0032-automations",
  statements: [
    `create table code_repositories (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      location text not null,
      branch text not null,
      credential text not null,
      look_at text not null,
      checked_at text,
      delivered_at text,
      error text not null,
      created_at text not null
    )`,
    "create index code_repositories_project on code_repositories (project_id)",
    `create table automations (
      id text primary key,
      project_id text not null references projects (id) on delete cascade,
      repository_id text not null,
      trigger_kind text not null,
      automation_state text not null,
      spec text not null,
      next_at text,
      seen_commit text not null,
      error text not null,
      created_by text not null,
      created_at text not null,
      updated_at text not null
    )`,
    "create index automations_project on automations (project_id)",
    "create index automations_due on automations (trigger_kind, automation_state, next_at)",
    `create table automation_runs (
      id text primary key,
      automation_id text not null references automations (id) on delete cascade,
      project_id text not null,
      cause text not null,
      subject text not null,
      why text not null,
      material text not null,
      run_state text not null,
      result text,
      told text not null,
      plan text,
      job_id text not null,
      change_number integer not null,
      cost_micros integer not null,
      not_before text not null,
      claimed_until text not null,
      created_at text not null,
      started_at text,
      ended_at text,
      constraint automation_runs_cause unique (automation_id, cause)
    )`,
    "create index automation_runs_state on automation_runs (run_state, not_before)",
    "create index automation_runs_listed on automation_runs (project_id, created_at, id)",
    "create index automation_runs_of on automation_runs (automation_id, created_at)",
    "create index automation_runs_job on automation_runs (job_id)",
  ],
};
