import { type GateEvent, gateEvent, gateRequest } from "../../../contract/gate.ts";
import type { RunGate } from "../../../gate/run-gate.ts";
import { AppError } from "../../../lib/app-error.ts";
import type { OpenStreams } from "../../open-streams.ts";
import { keyRoute, type Route, type RouteDocs } from "../../route.ts";
import { type SseEvent, sse } from "../../sse.ts";

export type GateRouteDeps = { runGate: RunGate; keepAliveMs: number; streams: OpenStreams };

const brokenOff = "The gate broke off. Please run it again in a moment.";

export function gateRoutes({ runGate, keepAliveMs, streams }: GateRouteDeps): Route[] {
  return [
    keyRoute({
      ...{ method: "post", path: "/v1/gate/{projectId}/run", access: "admin" },
      body: gateRequest,
      target: ({ head }) => head,
      docs,
      async handle({ request, body, log }, actor) {
        const stream = streams.open(actor, { request, isTimed: false });
        const keyId = actor.kind === "member" ? "" : actor.keyId;
        const input = { projectId: actor.projectId, request: body, keyId };
        const events = await runGate(actor, input, stream.signal).catch((error) => {
          stream.close();
          throw error;
        });
        return sse(numbered(events), {
          headers: {},
          keepAliveMs,
          withIds: false,
          faultEvent(error): GateEvent {
            log.error({ err: error }, "a gate broke off");
            return {
              type: "error",
              errorText: error instanceof AppError ? error.message : brokenOff,
            };
          },
          onClose: stream.close,
        });
      },
    }),
  ];
}

async function* numbered(events: AsyncGenerator<GateEvent>): AsyncGenerator<SseEvent> {
  for await (const event of events) yield { seq: undefined, event };
}

const docs: RouteDocs = {
  tag: "Gate",
  summary: "Ask both sides of a change",
  description:
    "Asks questions on two states of the docs with the project's model and says what the change does to the answers: those that were sent, and those that readers ask most, without who they are. On a language model, questions whose passages are the same on both sides are not asked again, and the budget holds. It runs as long as somebody reads the stream.",
  requestExample: {
    base: "main",
    head: "docs/backups",
    questions: [{ question: "How do I restore a backup?", pages: ["guides/backups.mdx"] }],
    readers: 100,
  },
  responses: [
    {
      status: 200,
      description:
        "Server-Sent Events, one JSON object each, closed by `data: [DONE]`: `progress`, and last `report` or `error`.",
      contentType: "text/event-stream",
      schema: gateEvent,
      example: { type: "progress", done: 12, total: 140 },
    },
    { status: 400, description: "The request is not valid, or there is nothing to ask." },
    { status: 404, description: "The project's git source has no such branch or commit." },
    { status: 409, description: "The project has no docs yet, or no git source." },
    { status: 429, description: "A gate of this project is running already." },
  ],
};
