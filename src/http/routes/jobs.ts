import { z } from "zod";
import { cancelJob } from "../../agent/jobs/cancel-job.ts";
import { type CreateJobDeps, createJob } from "../../agent/jobs/create-job.ts";
import { followJob } from "../../agent/jobs/follow-job.ts";
import { sendMessage } from "../../agent/jobs/send-message.ts";
import { listJobs, showJob } from "../../agent/jobs/show-job.ts";
import type { ErrorDetail } from "../../contract/error.ts";
import type { JobEvent } from "../../contract/jobs.ts";
import { createJobRequest, followUpRequest } from "../../contract/jobs.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Log } from "../../lib/log.ts";
import type { LoggedJobEvent } from "../../store/jobs/job-events.ts";
import { keyRoute, type Route } from "../route.ts";
import { lastEventId, sse, wantsIds } from "../sse.ts";
import {
  cancelDocs,
  createDocs,
  listDocs,
  messageDocs,
  showDocs,
  streamDocs,
} from "./jobs-docs.ts";

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
      path: `${jobPath}/{sessionId}/message`,
      access: "admin",
      body: followUpRequest,
      docs: messageDocs,
      async handle({ request, body, params, log }, actor) {
        const leave = new AbortController();
        const sent = await sendMessage(deps, actor, {
          projectId: actor.projectId,
          sessionId: params.sessionId ?? "",
          request: body,
          idempotencyKey: request.headers.get("idempotency-key") ?? undefined,
          signal: leave.signal,
        });
        return jobStream(deps, { ...sent, request, leave, log });
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
