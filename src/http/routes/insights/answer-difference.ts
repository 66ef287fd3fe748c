import { compareRecorded } from "../../../analytics/compare-recorded.ts";
import { answerDifference, differenceQuery } from "../../../contract/insights/answer-difference.ts";
import type { Database } from "../../../store/database.ts";
import { readQuery } from "../../read-request.ts";
import { jsonReply, keyRoute, type Route } from "../../route.ts";

/** Two answers beside each other, as of the docs now and of a branch. */
export function answerDifferenceRoutes(deps: { db: Database }): Route[] {
  return [
    keyRoute({
      method: "get",
      path: "/v1/analytics/{projectId}/answers/{answerId}/difference",
      access: "admin",
      docs: {
        tag: "Analytics",
        summary: "Compare two answers",
        description:
          "What the second answer says and cites that the first does not, and the other way round. Numbers of citations are no difference.",
        query: {
          to: {
            description: "The answer to compare with, or the message that holds it.",
            schema: differenceQuery.shape.to,
          },
        },
        responses: [
          jsonReply("The difference; empty lists where there is none.", answerDifference, {
            sentences: [{ after: "An account has 100 topics at most." }],
            citations: [],
          }),
        ],
      },
      async handle({ url, params }, actor) {
        const { to } = readQuery(url, differenceQuery);
        const input = { projectId: actor.projectId, before: params.answerId ?? "", after: to };
        return Response.json(await compareRecorded(deps, actor, input));
      },
    }),
  ];
}
