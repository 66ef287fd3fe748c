import { z } from "zod";
import { type AskDeps, ask } from "../../assistant/ask/ask.ts";
import { resume } from "../../assistant/ask/resume.ts";
import { stopAnswer } from "../../assistant/ask/stop-answer.ts";
import {
  type AnswerEvent,
  answerEvent,
  type PlainFinish,
  plainFinish,
} from "../../contract/answer-events.ts";
import { assistantRequest, type FinishForm, finishForm } from "../../contract/assistant.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Log } from "../../lib/log.ts";
import { keyRoute, type Route, type RouteDocs } from "../route.ts";
import { lastEventId, sse, wantsIds } from "../sse.ts";

export type AssistantRouteDeps = AskDeps & { keepAliveMs: number };

const path = "/discovery/v2/assistant/{domain}/message";
const brokenOff =
  "The answer could not be read to its end. Please reload the page or ask again in a moment.";

export function assistantRoutes(deps: AssistantRouteDeps): Route[] {
  return [
    keyRoute({
      method: "post",
      path,
      access: "assistant",
      takesPass: "ask",
      body: assistantRequest,
      docs: messageDocs,
      async handle({ request, url, body, client, place, log }, actor) {
        const form = finishFormOf(url, body.trigger === undefined ? "both" : "metadata");
        const leave = new AbortController();
        const { projectId } = actor;
        const { network } = client;
        const input = { projectId, request: body, network, place, signal: leave.signal };
        const asked = await ask(deps, actor, input);
        return answerStream(deps, { ...asked, request, form, leave, log });
      },
    }),
    keyRoute({
      method: "get",
      path: `${path}/{chatId}/stream`,
      access: "assistant",
      takesPass: "ask",
      docs: resumeDocs,
      async handle({ request, url, params, log }, actor) {
        // The SDK resumes with a bare request; who says how far it has read is a plain client.
        const form = finishFormOf(url, request.headers.has("last-event-id") ? "both" : "metadata");
        const leave = new AbortController();
        const resumed = await resume(deps, actor, {
          ...chatOf(request, params, actor.projectId),
          afterSeq: lastEventId(request),
          signal: leave.signal,
        });
        if (!resumed) return new Response(null, { status: 204 });
        return answerStream(deps, { ...resumed, request, form, leave, log });
      },
    }),
    keyRoute({
      method: "post",
      path: `${path}/{chatId}/stop`,
      access: "assistant",
      takesPass: "ask",
      docs: stopDocs,
      async handle({ request, params }, actor) {
        const stopped = await stopAnswer(deps, actor, chatOf(request, params, actor.projectId));
        if (stopped === undefined) return new Response(null, { status: 204 });
        return Response.json({ stopped } satisfies StopResult);
      },
    }),
  ];
}

function chatOf(request: Request, params: Record<string, string>, projectId: string) {
  const fp = request.headers.get("x-fp") || "anonymous";
  return { projectId, chatId: params.chatId ?? "", fp };
}

type Logged<Event> = AsyncGenerator<{ seq: number; event: Event }>;
type Reader = {
  request: Request;
  threadId: string;
  events: Logged<AnswerEvent>;
  form: FinishForm;
  leave: AbortController;
  log: Log;
};

function answerStream(deps: AssistantRouteDeps, reader: Reader): Response {
  return sse(reader.form === "metadata" ? reader.events : finishTwice(reader.events), {
    headers: { "x-thread-id": reader.threadId },
    keepAliveMs: deps.keepAliveMs,
    withIds: wantsIds(reader.request),
    faultEvent(error): AnswerEvent {
      reader.log.error({ err: error }, "the stream of an answer broke off");
      return { type: "error", errorText: brokenOff };
    },
    onClose: () => reader.leave.abort(),
  });
}

/** Strict releases of the SDK refuse `threadId` on `finish`; its transport always sends `trigger`, plain clients never do. */
function finishFormOf(url: URL, otherwise: FinishForm): FinishForm {
  const asked = url.searchParams.get("finish");
  if (asked === null) return otherwise;
  const form = finishForm.safeParse(asked);
  if (form.success) return form.data;
  throw new AppError("invalid_request", "The query parameter finish takes metadata or both.", {
    details: [{ path: "finish", message: "Use metadata or both." }],
  });
}

/** The log holds `finish` once; what a client gets of it depends on how strict the client is. */
async function* finishTwice(events: Logged<AnswerEvent>): Logged<AnswerEvent | PlainFinish> {
  for await (const { seq, event } of events) {
    const metadata = event.type === "finish" ? event.messageMetadata : undefined;
    if (metadata === undefined) yield { seq, event };
    else yield { seq, event: { type: "finish", ...metadata, messageMetadata: metadata } };
  }
}

const streamResponse = {
  status: 200,
  description:
    "Server-Sent Events, one JSON object each, closed by `data: [DONE]`. The last event, `finish`, carries the thread.",
  contentType: "text/event-stream",
  schema: z.union([answerEvent, plainFinish]),
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

const readerHeader = {
  "x-fp": {
    description: "The fingerprint of the question, where it is not `anonymous`.",
    schema: z.string().optional(),
  },
};

const resumeDocs: RouteDocs = {
  summary: "Resume an answer",
  description:
    "Re-attaches to the running answer of a chat, as `useChat({ resume: true })` does. Chat ids shorter than 16 characters are never resumed.",
  tag: "Assistant",
  query: finishQuery,
  headers: {
    ...readerHeader,
    "last-event-id": {
      description: "The `id:` of the last event read; the stream goes on behind it.",
      schema: z.string().optional(),
    },
  },
  responses: [streamResponse, { status: 204, description: "There is nothing to resume." }],
};

const stopResult = z.object({
  stopped: z.boolean().describe("False: nothing was being written any more."),
});
type StopResult = z.infer<typeof stopResult>;

const stopDocs: RouteDocs = {
  summary: "Stop an answer",
  description:
    "Ends the running answer of a chat for good. Its readers get the text so far and `abort`; the next question of the thread knows it. Takes no body.",
  tag: "Assistant",
  headers: readerHeader,
  responses: [
    {
      status: 200,
      description: "The answer has ended.",
      schema: stopResult,
      example: { stopped: true },
    },
    { status: 204, description: "There is no such chat of this reader." },
  ],
};
