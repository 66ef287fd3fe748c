import { z } from "zod";
import { cancelJob } from "../../agent/jobs/cancel-job.ts";
import { type CreateJobDeps, createJob } from "../../agent/jobs/create-job.ts";
import { type FollowedJob, followJob } from "../../agent/jobs/follow-job.ts";
import type { JobAddress } from "../../agent/jobs/require-job.ts";
import { retryJob } from "../../agent/jobs/retry-job.ts";
import { sendMessage } from "../../agent/jobs/send-message.ts";
import { pagesOfJobs, showJob } from "../../agent/jobs/show-job.ts";
import type { ErrorDetail } from "../../contract/error.ts";
import {
  type AgentSession,
  createJobRequest,
  followUpRequest,
  type JobEvent,
} from "../../contract/jobs.ts";
import { AppError } from "../../lib/app-error.ts";
import type { OpenStreams } from "../open-streams.ts";
import { type Caller, keyRoute, type Route, type RouteDocs, type RouteRequest } from "../route.ts";
import { lastEventId, sse, wantsIds } from "../sse.ts";
import {
  cancelDocs,
  createDocs,
  listDocs,
  messageDocs,
  retryDocs,
  showDocs,
  streamDocs,
} from "./jobs-docs.ts";

export type JobRouteDeps = CreateJobDeps & { keepAliveMs: number; streams: OpenStreams };

export function jobRoutes(deps: JobRouteDeps): Route[] {
  return [
    keyRoute({
      ...at("get", "s", listDocs),
      async handle({ url }, actor) {
        const page = { projectId: actor.projectId, ...pageOf(url) };
        return sessionsReply(pagesOfJobs(deps, actor, page));
      },
    }),
    keyRoute({
      ...at("post", "", createDocs),
      body: createJobRequest,
      handle: (asked, actor) =>
        jobStream(deps, { ...asked, actor }, (signal) =>
          createJob(deps, actor, {
            projectId: actor.projectId,
            request: asked.body,
            idempotencyKey: idempotencyKey(asked.request),
            signal,
          }),
        ),
    }),
    keyRoute({
      ...at("get", "/{sessionId}", showDocs),
      handle: async (asked, actor) =>
        Response.json(await showJob(deps, actor, addressOf(asked, actor))),
    }),
    keyRoute({
      ...at("get", "/{sessionId}/stream", streamDocs),
      handle: (asked, actor) =>
        jobStream(deps, { ...asked, actor }, (signal) => {
          const afterSeq = lastEventId(asked.request) ?? 0;
          return followJob(deps, actor, { ...addressOf(asked, actor), afterSeq, signal });
        }),
    }),
    keyRoute({
      ...at("post", "/{sessionId}/message", messageDocs),
      body: followUpRequest,
      handle: (asked, actor) =>
        jobStream(deps, { ...asked, actor }, (signal) =>
          sendMessage(deps, actor, {
            ...addressOf(asked, actor),
            request: asked.body,
            idempotencyKey: idempotencyKey(asked.request),
            signal,
          }),
        ),
    }),
    keyRoute({
      ...at("post", "/{sessionId}/cancel", cancelDocs),
      handle: async (asked, actor) =>
        Response.json(await cancelJob(deps, actor, addressOf(asked, actor))),
    }),
    keyRoute({
      ...at("post", "/{sessionId}/retry", retryDocs),
      handle: async (asked, actor) =>
        Response.json(await retryJob(deps, actor, addressOf(asked, actor))),
    }),
  ];
}

/** Long lists go out as they are read, so that they take no more memory than short ones. */
async function sessionsReply(pages: AsyncGenerator<AgentSession[]>): Promise<Response> {
  const first = await pages.next();
  const second = await pages.next();
  if (second.done) return Response.json({ allSessions: first.value ?? [] });
  const texts = textsOf(first.value, second.value, pages);
  const headers = { "content-type": "application/json", "cache-control": "no-store, no-transform" };
  return new Response(ReadableStream.from(texts), { headers });
}

async function* textsOf(
  first: AgentSession[],
  second: AgentSession[],
  others: AsyncGenerator<AgentSession[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const items = (page: AgentSession[]) => JSON.stringify(page).slice(1, -1);
  yield encoder.encode(`{"allSessions":[${items(first)}`);
  if (second.length > 0) yield encoder.encode(`,${items(second)}`);
  for await (const page of others) if (page.length > 0) yield encoder.encode(`,${items(page)}`);
  yield encoder.encode("]}");
}

function at(method: Route["method"], end: string, docs: RouteDocs) {
  return { method, path: `/v1/agent/{projectId}/job${end}`, access: "admin", docs } as const;
}

type Asked = Pick<RouteRequest<unknown>, "request" | "params" | "log">;

function addressOf({ params }: Asked, { projectId }: Caller): JobAddress {
  return { projectId, sessionId: params.sessionId ?? "" };
}

function idempotencyKey(request: Request): string | undefined {
  return request.headers.get("idempotency-key") ?? undefined;
}

const brokenOff =
  "The stream of this job broke off. The job itself goes on: read its session, or attach to it again.";

/** The events of a job, read until its reader leaves; a member opens it anew now and then, and is asked who they are. */
async function jobStream(
  { keepAliveMs, streams }: JobRouteDeps,
  { request, log, actor }: Asked & { actor: Caller },
  open: (signal: AbortSignal) => Promise<FollowedJob>,
): Promise<Response> {
  const stream = streams.open(actor, { request, isTimed: actor.kind === "member" });
  const { job, events } = await open(stream.signal).catch((error) => {
    stream.close();
    throw error;
  });
  return sse(events, {
    headers: { "x-session-id": job.id, "x-branch-name": headerText(job.branch) },
    keepAliveMs,
    withIds: wantsIds(request),
    faultEvent(error): JobEvent {
      log.error({ err: error }, "the stream of a job broke off");
      return { type: "error", errorText: brokenOff };
    },
    onClose: stream.close,
    isBrokenOff: stream.isOverdue,
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
