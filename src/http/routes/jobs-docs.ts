import { z } from "zod";
import { agentSession, agentSessions, jobEvent } from "../../contract/jobs.ts";
import { jsonReply, type RouteDocs } from "../route.ts";

const streamResponse = {
  status: 200,
  description:
    "Server-Sent Events, one JSON object each, closed by `data: [DONE]`: text, tool calls and `data-…` events, and last `finish` or `error`.",
  contentType: "text/event-stream",
  schema: jobEvent,
  headers: {
    "x-session-id": "The session, to read, follow or cancel it by.",
    "x-branch-name": "Branch the job works on.",
  },
};

const sessionExample = {
  sessionId: "job_3kq1v8c0o2b7x9d4n6m5a1s0",
  subdomain: "docent",
  instruction: 'Rename "API token" to "API key" everywhere.',
  branch: "docent/rename-keys-4x9d2k",
  haulted: true,
  haultReason: "completed",
  pullRequestLink: "http://127.0.0.1:4040/dashboard/docent/changes/1",
  messageToUser: "I renamed it on three pages.",
  todos: [{ id: "1", content: "Rename it", status: "completed", priority: "high" }],
  createdAt: "2030-01-01T12:00:00.000Z",
};

const sessionResponse = jsonReply("The session.", agentSession, sessionExample);

const notFound = { status: 404, description: "This project has no such session." };

const count = z.int().min(0).max(999_999_999).optional();

export const listDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "List jobs",
  description: "Every session of the project, newest first.",
  query: {
    skip: { description: "Leave out so many of the newest.", schema: count },
    take: { description: "At most so many; all unless given.", schema: count },
  },
  responses: [
    jsonReply("The sessions.", agentSessions, { allSessions: [sessionExample] }),
    { status: 400, description: "`skip` or `take` is not a whole number of up to nine digits." },
  ],
};

export const idempotencyHeader = (gives: string) => ({
  "idempotency-key": {
    description: `The same key within 24 hours gives ${gives}; up to 255 characters.`,
    schema: z.string().optional(),
  },
});

export const createDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Start a job",
  description:
    "Stores a job that edits the docs on a branch and opens a change, and answers at once with its stream. The job goes on when the client leaves.",
  headers: idempotencyHeader("the same session and re-attaches to its stream"),
  requestExample: {
    branch: "docs/rename-keys",
    messages: [{ role: "user", content: 'Rename "API token" to "API key" everywhere.' }],
    asDraft: false,
    model: "sonnet",
  },
  responses: [
    {
      ...streamResponse,
      example: { type: "data-step", id: "step-1", data: { index: 1, attempt: 1 } },
    },
    { status: 409, description: "The project has no repository that a job could edit." },
  ],
};

export const showDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Read a session",
  description: "One job's state, todos and result.",
  responses: [sessionResponse, notFound],
};

export const streamDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Follow a job",
  description:
    "Attaches to a job's stream, from its start or behind the last event that was read. In the dashboard it breaks off after ten minutes, without `[DONE]`: open it again.",
  headers: {
    "last-event-id": {
      description: "The `id:` of the last event read; the stream goes on behind it.",
      schema: z.string().optional(),
    },
  },
  responses: [streamResponse, notFound],
};

export const messageDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Send a job another message",
  description:
    "A job that runs reads it with its next step. One that has ended goes on upon its branch and updates its change. Answers at once with the job's stream from here on.",
  headers: idempotencyHeader("one message only and re-attaches to what came of it"),
  requestExample: {
    messages: [{ role: "user", content: "Keep the old name in the changelog." }],
  },
  responses: [
    streamResponse,
    notFound,
    { status: 409, description: "The job is being cancelled." },
  ],
};

export const cancelDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Cancel a job",
  description:
    "Stops a job that waits or runs. What it had done is left on its branch, and nothing is proposed.",
  responses: [
    sessionResponse,
    notFound,
    { status: 409, description: "The job has already ended." },
  ],
};

export const retryDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Propose a job's work again",
  description:
    "Pushes and proposes what a job has done once more, without asking its model: after a job failed at that, or at once for one that waits for its forge.",
  responses: [
    sessionResponse,
    notFound,
    { status: 409, description: "The job has nothing that could be proposed." },
  ],
};
