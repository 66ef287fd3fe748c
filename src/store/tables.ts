import type { Generated } from "kysely";
import type { ChangeState } from "../contract/changes.ts";

/** Rows as they are stored. Times are ISO 8601 text in UTC, structured values JSON text: both read the same in SQLite and PostgreSQL. */
export type Tables = {
  projects: {
    id: string;
    domain: string;
    name: string;
    visibility: "public" | "private";
    base_url: string;
    current_revision_id: string | null;
    edit_source_id: string | null;
    model: Generated<string>;
    created_at: string;
  };
  keys: {
    id: string;
    project_id: string;
    kind: "assistant" | "admin";
    label: string;
    hash: string;
    hint: string;
    provided_by: "generated" | "environment";
    origins: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    created_at: string;
  };
  sources: {
    id: string;
    project_id: string;
    kind: "folder" | "git";
    location: string;
    branch: string;
    subfolder: string;
    mount: string;
    base_url: string;
    credential: string;
    generator: string;
    problems: string;
    error: string;
    created_at: string;
    synced_at: string | null;
    checked_at: string | null;
  };
  revisions: {
    id: string;
    project_id: string;
    commits: string;
    page_count: number;
    created_at: string;
  };
  blobs: {
    project_id: string;
    hash: string;
    content: string;
    title: string;
    description: string;
    metadata: string;
    hidden: number;
    problems: string;
    language: string;
    created_at: string;
  };
  passages: {
    id: string;
    project_id: string;
    blob_hash: string;
    ordinal: number;
    headings: string;
    anchor: string;
    start_line: number;
    end_line: number;
    content: string;
    text: string;
    text_hash: string;
    vector: Uint8Array;
  };
  vectors: {
    project_id: string;
    embedder: string;
    text_hash: string;
    vector: Uint8Array;
  };
  revision_pages: {
    revision_id: string;
    project_id: string;
    source_id: string;
    path: string;
    blob_hash: string;
    content_id: string;
    file: string;
    includes: string;
    address: string;
    position: number | null;
    section: string;
    title: string;
    hidden: number;
  };
  threads: {
    id: string;
    project_id: string;
    fp: string;
    created_at: string;
    updated_at: string;
  };
  chats: {
    project_id: string;
    chat_id: string;
    fp: string;
    thread_id: string;
  };
  messages: {
    id: string;
    thread_id: string;
    ordinal: number;
    role: "user" | "assistant";
    client_id: string;
    text: string;
    answer_id: string | null;
    superseded_at: string | null;
    created_at: string;
  };
  answers: {
    id: string;
    project_id: string;
    thread_id: string;
    message_id: string;
    chat_id: string;
    fp: string;
    question: string;
    text: string;
    state: AnswerState;
    model: string;
    revision_id: string | null;
    passages: string;
    citations: string;
    error: string;
    lease_expires_at: string;
    stop_requested_at: string | null;
    created_at: string;
    finished_at: string | null;
    key_id: Generated<string>;
    request: Generated<string>;
    timings: Generated<string>;
    suggestions: Generated<string>;
  };
  answer_events: {
    answer_id: string;
    seq: number;
    event: string;
  };
  usage: {
    id: string;
    project_id: string;
    key_id: string;
    answer_id: string;
    job_id: string;
    step: number;
    model: string;
    input_tokens: number;
    output_tokens: number;
    cache_read_tokens: number;
    cache_write_tokens: number;
    cost_micros: number;
    created_at: string;
  };
  feedback: {
    answer_id: string;
    project_id: string;
    rating: "up" | "down";
    comment: string;
    created_at: string;
  };
  owner: {
    id: string;
    password_hash: string | null;
    setup_hash: string | null;
    setup_expires_at: string | null;
    updated_at: string;
  };
  owner_sessions: {
    id: string;
    token_hash: string;
    previous_hash: string | null;
    previous_until: string | null;
    created_at: string;
    rotated_at: string;
    last_used_at: string;
    expires_at: string;
  };
  jobs: {
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
    idempotency_key: string;
    base_commit: string;
    step: number;
    attempt: number;
    conversation: string;
    pending_reply: string | null;
    overlay: string;
    outcome: string | null;
    lease_owner: string;
    lease_expires_at: string;
    cancel_requested_at: string | null;
    created_at: string;
    started_at: string | null;
    halted_at: string | null;
    turn: string;
    place: number;
    queued_at: string;
    claimed_at: string;
  };
  job_events: {
    job_id: string;
    seq: number;
    event: string;
  };
  job_messages: {
    job_id: string;
    seq: number;
    messages: string;
    idempotency_key: string;
    after_seq: number;
    created_at: string;
  };
  changes: {
    project_id: string;
    number: number;
    title: string;
    body: string;
    draft: number;
    state: ChangeState;
    head: string;
    base: string;
    head_commit: string;
    base_commit: string;
    merge_commit: string;
    checks: string;
    job_id: string;
    created_at: string;
    updated_at: string;
  };
};

export type AnswerState = "streaming" | "answered" | "unanswered" | "cut" | "refused" | "failed";

export type JobState = "queued" | "running" | "halted";

/** "" until a job is halted. */
export type JobHaltReason = "" | "completed" | "error" | "interrupted" | "github_missconfigured";
