import { z } from "zod";
import { cancelJob } from "../../agent/cancel-job.ts";
import { type CreateJobDeps, createJob } from "../../agent/create-job.ts";
import { followJob } from "../../agent/follow-job.ts";
import { listJobs } from "../../agent/list-jobs.ts";
import { showJob } from "../../agent/show-job.ts";
import type { ErrorDetail } from "../../contract/error.ts";
import type { JobEvent } from "../../contract/jobs.ts";
import { agentSession, agentSessions, createJobRequest, jobEvent } from "../../contract/jobs.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Log } from "../../lib/log.ts";
import type { LoggedJobEvent } from "../../store/job-events.ts";
import { keyRoute, type Route, type RouteDocs } from "../route.ts";
import { lastEventId, sse, wantsIds } from "../sse.ts";

export type JobRouteDeps = CreateJobDeps & { keepAliveMs: number };

const jobsPath = "/v1/agent/{projectId}/jobs";
const jobPath = "/v1/agent/{projectId}/job";
const brokenOff =
  "The stream of this job broke off. The job itself goes on: read its session, or attach to it again.";

export function jobRoutes(deps: JobRouteDeps): Route[] {
  return [
    keyRoute({
      method: "get",
      path: jobsPath,
      access: "admin",
      docs: listDocs,
      async handle({ url }, actor) {
        const allSessions = await listJobs(deps, actor, {
          projectId: actor.projectId,
          ...pageOf(url),
        });
        return Response.json({ allSessions });
      },
    }),
    keyRoute({
      method: "post",
      path: jobPath,
      access: "admin",
      body: createJobRequest,
      docs: createDocs,
      async handle({ request, body, log }, actor) {
        const leave = new AbortController();
        const created = await createJob(deps, actor, {
          projectId: actor.projectId,
          request: body,
          idempotencyKey: request.headers.get("idempotency-key") ?? undefined,
          signal: leave.signal,
        });
        return jobStream(deps, { ...created, request, leave, log });
      },
    }),
    keyRoute({
      method: "get",
      path: `${jobPath}/{sessionId}`,
      access: "admin",
      docs: showDocs,
      async handle({ params }, actor) {
        const { projectId } = actor;
        const sessionId = params.sessionId ?? "";
        return Response.json(await showJob(deps, actor, { projectId, sessionId }));
      },
    }),
    ...attachedRoutes(deps),
  ];
}

function attachedRoutes(deps: JobRouteDeps): Route[] {
  return [
    keyRoute({
      method: "get",
      path: `${jobPath}/{sessionId}/stream`,
      access: "admin",
      docs: streamDocs,
      async handle({ request, params, log }, actor) {
        const leave = new AbortController();
        const followed = await followJob(deps, actor, {
          projectId: actor.projectId,
          sessionId: params.sessionId ?? "",
          afterSeq: lastEventId(request) ?? 0,
          signal: leave.signal,
        });
        return jobStream(deps, { ...followed, request, leave, log });
      },
    }),
    keyRoute({
      method: "post",
      path: `${jobPath}/{sessionId}/cancel`,
      access: "admin",
      docs: cancelDocs,
      async handle({ params }, actor) {
        const { projectId } = actor;
        const sessionId = params.sessionId ?? "";
        return Response.json(await cancelJob(deps, actor, { projectId, sessionId }));
      },
    }),
  ];
}

type Reader = {
  request: Request;
  job: { id: string; branch: string };
  events: AsyncGenerator<LoggedJobEvent>;
  leave: AbortController;
  log: Log;
};

function jobStream(deps: JobRouteDeps, { request, job, events, leave, log }: Reader): Response {
  return sse(events, {
    headers: { "x-session-id": job.id, "x-branch-name": headerText(job.branch) },
    keepAliveMs: deps.keepAliveMs,
    withIds: wantsIds(request),
    faultEvent(error): JobEvent {
      log.error({ err: error }, "the stream of a job broke off");
      return { type: "error", errorText: brokenOff };
    },
    onClose: () => leave.abort(),
  });
}

/** A header holds no letters beyond ASCII: those of a branch name are written as in an address. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, (some) => encodeURIComponent(some));
}

const count = z
  .string()
  .regex(/^\d{1,9}$/, "Use a whole number.")
  .transform(Number);

function pageOf(url: URL): { skip: number | undefined; take: number | undefined } {
  const details: ErrorDetail[] = [];
  const read = (name: string) => {
    const given = url.searchParams.get(name);
    const result = count.optional().safeParse(given ?? undefined);
    if (!result.success) details.push({ path: name, message: "Use a whole number." });
    return result.data;
  };
  const page = { skip: read("skip"), take: read("take") };
  if (details.length === 0) return page;
  throw new AppError("invalid_request", "The query parameters skip and take are whole numbers.", {
    details,
  });
}

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
  branch: "docent/rename-keys-4x9d2k",
  haulted: true,
  haultReason: "completed",
  pullRequestLink: "http://127.0.0.1:4040/dashboard/docent/changes/1",
  messageToUser: "I renamed it on three pages.",
  todos: [{ id: "1", content: "Rename it", status: "completed", priority: "high" }],
  createdAt: "2030-01-01T12:00:00.000Z",
};

const sessionResponse = {
  status: 200,
  description: "The session.",
  contentType: "application/json",
  schema: agentSession,
  example: sessionExample,
};

const notFound = { status: 404, description: "This project has no such session." };

const listDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "List jobs",
  description: "Every session of the project, newest first.",
  query: {
    skip: { description: "Leave out so many of the newest.", schema: z.string().optional() },
    take: { description: "At most so many; all unless given.", schema: z.string().optional() },
  },
  responses: [
    {
      status: 200,
      description: "The sessions.",
      contentType: "application/json",
      schema: agentSessions,
      example: { allSessions: [sessionExample] },
    },
  ],
};

const createDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Start a job",
  description:
    "Stores a job that edits the docs on a branch and opens a change, and answers at once with its stream. The job goes on when the client leaves.",
  headers: {
    "idempotency-key": {
      description:
        "The same key within 24 hours gives the same session and re-attaches to its stream; up to 255 characters.",
      schema: z.string().optional(),
    },
  },
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

const showDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Read a session",
  description: "One job's state, todos and result.",
  responses: [sessionResponse, notFound],
};

const streamDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Follow a job",
  description: "Attaches to a job's stream, from its start or behind the last event that was read.",
  headers: {
    "last-event-id": {
      description: "The `id:` of the last event read; the stream goes on behind it.",
      schema: z.string().optional(),
    },
  },
  responses: [streamResponse, notFound],
};

const cancelDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Cancel a job",
  description: "Stops a job that waits or runs; nothing is proposed.",
  responses: [
    sessionResponse,
    notFound,
    { status: 409, description: "The job has already ended." },
  ],
};
