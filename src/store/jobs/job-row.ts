import type { JobMessage, Todo } from "../../contract/jobs.ts";
import type { JobHaltReason, JobState } from "../tables.ts";

export type HaltReason = Exclude<JobHaltReason, "">;

/** A job as the outside sees it; what the worker needs to go on with it is loaded when it is claimed. */
export type Job = {
  id: string;
  projectId: string;
  /** Place among the jobs of its project, from 1 on. */
  ordinal: number;
  branch: string;
  base: string;
  model: string;
  asDraft: boolean;
  state: JobState;
  haltReason: JobHaltReason;
  messageToUser: string;
  pullRequestLink: string;
  messages: JobMessage[];
  todos: Todo[];
  cancelRequestedAt: string | null;
  createdAt: string;
};

export const jobColumns = [
  "id",
  "project_id",
  "ordinal",
  "branch",
  "base",
  "model",
  "as_draft",
  "state",
  "halt_reason",
  "message_to_user",
  "pull_request_link",
  "messages",
  "todos",
  "cancel_requested_at",
  "created_at",
] as const;

type JobRow = {
  id: string;
  project_id: string;
  ordinal: number;
  branch: string;
  base: string;
  model: string;
  as_draft: number;
  state: JobState;
  halt_reason: JobHaltReason;
  message_to_user: string;
  pull_request_link: string;
  messages: string;
  todos: string;
  cancel_requested_at: string | null;
  created_at: string;
};

export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    projectId: row.project_id,
    ordinal: row.ordinal,
    branch: row.branch,
    base: row.base,
    model: row.model,
    asDraft: row.as_draft === 1,
    state: row.state,
    haltReason: row.halt_reason,
    messageToUser: row.message_to_user,
    pullRequestLink: row.pull_request_link,
    messages: JSON.parse(row.messages),
    todos: JSON.parse(row.todos),
    cancelRequestedAt: row.cancel_requested_at,
    createdAt: row.created_at,
  };
}
