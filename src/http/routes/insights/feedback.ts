import { giveFeedback } from "../../../analytics/give-feedback.ts";
import { feedbackRequest, feedbackResult } from "../../../contract/insights/feedback.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Database } from "../../../store/database.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../../route.ts";

export function feedbackRoutes(deps: { db: Database; clock: Clock }): Route[] {
  return [
    keyRoute({
      method: "post",
      path: "/discovery/v1/feedback/{domain}",
      access: "assistant",
      takesPass: "ask",
      body: feedbackRequest,
      docs: feedbackDocs,
      async handle({ body }, actor) {
        await giveFeedback(deps, actor, { projectId: actor.projectId, feedback: body });
        return Response.json({ ok: true });
      },
    }),
  ];
}

const feedbackDocs: RouteDocs = {
  tag: "Assistant",
  summary: "Rate an answer",
  description:
    "Records a reader's thumbs up or down for an answer, with a comment. Sending it again replaces it.",
  requestExample: {
    messageId: "msg_0123456789abcdefghijklmn",
    threadId: "thr_0123456789abcdefghijklmn",
    rating: "down",
    comment: "The command does not exist in version 2.",
  },
  responses: [jsonReply("It is recorded.", feedbackResult, { ok: true })],
};
