import { z } from "zod";
import { type AskDeps, ask } from "../../assistant/ask.ts";
import { resume } from "../../assistant/resume.ts";
import { answerEvent } from "../../contract/answer-events.ts";
import { type AssistantRequest, assistantRequest, finishForm } from "../../contract/assistant.ts";
import { AppError } from "../../lib/app-error.ts";
import { finishAs, type LoggedAnswer } from "../finish-form.ts";
import { keyRoute, type Route, type RouteDocs } from "../route.ts";
import { sse } from "../sse.ts";

export type AssistantRouteDeps = AskDeps & { keepAliveMs: number };

const path = "/discovery/v2/assistant/{domain}/message";

export function assistantRoutes(deps: AssistantRouteDeps): Route[] {
  return [
    keyRoute({
      method: "post",
      path,
      access: "assistant",
      body: assistantRequest,
      docs: messageDocs,
      async handle({ request, url, body }, actor) {
        const leave = new AbortController();
        const asked = await ask(deps, actor, {
          projectId: actor.projectId,
          request: body,
          signal: leave.signal,
        });
        const events = finishAs(asked.events, finishFormOf(url, body));
        return answerStream(deps, request, asked.threadId, events, leave);
      },
    }),
    keyRoute({
      method: "get",
      path: `${path}/{chatId}/stream`,
      access: "assistant",
      docs: resumeDocs,
      async handle({ request, url, params }, actor) {
        const leave = new AbortController();
        const resumed = await resume(deps, actor, {
          projectId: actor.projectId,
          chatId: params.chatId ?? "",
          fp: request.headers.get("x-fp") || "anonymous",
          afterSeq: lastEventId(request),
          signal: leave.signal,
        });
        if (!resumed) return new Response(null, { status: 204 });
        const events = finishAs(resumed.events, finishFormOf(url, { trigger: "resume" }));
        return answerStream(deps, request, resumed.threadId, events, leave);
      },
    }),
  ];
}

function answerStream(
  deps: AssistantRouteDeps,
  request: Request,
  threadId: string,
  events: LoggedAnswer,
  leave: AbortController,
): Response {
  return sse(events, {
    headers: { "x-thread-id": threadId },
    keepAliveMs: deps.keepAliveMs,
    withIds: wantsIds(request),
    onClose: () => leave.abort(),
  });
}

/** Strict releases of the SDK refuse `threadId` on `finish`; its transport always sends `trigger`, plain clients never do. */
function finishFormOf(url: URL, body: Pick<AssistantRequest, "trigger">): "metadata" | "both" {
  const asked = url.searchParams.get("finish");
  if (asked === null) return body.trigger === undefined ? "both" : "metadata";
  const form = finishForm.safeParse(asked);
  if (form.success) return form.data;
  throw new AppError("invalid_request", "The query parameter finish takes metadata or both.", {
    details: [{ path: "finish", message: "Use metadata or both." }],
  });
}

/** Some public clients split the body on `data: ` and choke on any other line: ids go only to those who ask for events by name. */
function wantsIds(request: Request): boolean {
  const accepts = (request.headers.get("accept") ?? "").toLowerCase();
  return accepts.includes("text/event-stream") || request.headers.has("last-event-id");
}

function lastEventId(request: Request): number | undefined {
  const header = request.headers.get("last-event-id") ?? "";
  return /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}

const streamResponse = {
  status: 200,
  description:
    "Server-Sent Events, one JSON object each, closed by `data: [DONE]`. The last event, `finish`, carries the thread.",
  contentType: "text/event-stream",
  schema: answerEvent,
  headers: { "x-thread-id": "The conversation; send it back as threadId." },
};

const finishQuery = {
  finish: {
    description:
      "Where `finish` carries the thread: `metadata` alone, or `both` there and at the top level.",
    schema: finishForm.optional(),
  },
};

const messageDocs: RouteDocs = {
  summary: "Ask the assistant",
  description:
    "Answers the last user message from the project's docs as a stream the AI SDK (version 5 and later) reads as it is.",
  tag: "Assistant",
  query: finishQuery,
  requestExample: {
    fp: "anonymous",
    messages: [
      { id: "1", role: "user", parts: [{ type: "text", text: "How do I create an API key?" }] },
    ],
    threadId: null,
    retrievalPageSize: 5,
    filter: null,
    context: [],
  },
  responses: [
    {
      ...streamResponse,
      example: { type: "text-delta", id: "answer", delta: "Run docent keys create [1]." },
    },
  ],
};

const resumeDocs: RouteDocs = {
  summary: "Resume an answer",
  description:
    "Re-attaches to the running answer of a chat, as `useChat({ resume: true })` does. Chat ids shorter than 16 characters are never resumed.",
  tag: "Assistant",
  query: finishQuery,
  headers: {
    "x-fp": {
      description: "The fingerprint of the question, where it is not `anonymous`.",
      schema: z.string().optional(),
    },
    "last-event-id": {
      description: "The `id:` of the last event read; the stream goes on behind it.",
      schema: z.string().optional(),
    },
  },
  responses: [streamResponse, { status: 204, description: "There is nothing to resume." }],
};
