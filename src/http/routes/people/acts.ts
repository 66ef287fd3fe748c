import { z } from "zod";
import { actList, actQuery } from "../../../contract/acts.ts";
import { mostListed } from "../../../contract/list-query.ts";
import { everyAct, listActs } from "../../../members/list-acts.ts";
import { writeActs } from "../../../members/write-acts.ts";
import type { Database } from "../../../store/database.ts";
import { readQuery } from "../../read-request.ts";
import { jsonReply, memberRoute, type Route, type RouteDocs } from "../../route.ts";
import { textStream } from "../../text-stream.ts";

const csvHeaders = {
  "content-type": "text/csv; charset=utf-8; header=present",
  "content-disposition": 'attachment; filename="activity.csv"',
};

export function actRoutes(deps: { db: Database }): Route[] {
  return [
    memberRoute({
      method: "get",
      path: "/v1/audit",
      needs: "owner",
      docs: listDocs,
      async handle({ url, log }, actor) {
        const query = readQuery(url, actQuery);
        if (query.format === "json") return Response.json(await listActs(deps, actor, query));
        const csv = writeActs(everyAct(deps, actor, query));
        const stream = textStream(csv, (err) =>
          log.error({ err }, "an export of the activity broke off"),
        );
        return new Response(stream, { headers: csvHeaders });
      },
    }),
  ];
}

const { shape } = actQuery;

const listDocs: RouteDocs = {
  tag: "Members",
  summary: "List who did what",
  description:
    "What members, admin keys and the operator did that changed something, and who logged in or failed to, newest first. What was sent is not kept.",
  query: {
    q: {
      description: "Words in the action, the name, the target or the domain.",
      schema: z.string().optional(),
    },
    actor: { description: "Id or name of a member or a key.", schema: shape.actor },
    project: { description: "Id or domain of a project.", schema: shape.project },
    limit: {
      description: "How many: 50 when left out; in CSV, all of them.",
      schema: z.int().min(1).max(mostListed).optional(),
    },
    cursor: {
      description: "`nextCursor` of the part before; any other text is refused.",
      schema: shape.cursor,
    },
    format: { description: "csv for a file of records instead of JSON.", schema: shape.format },
  },
  responses: [
    {
      ...jsonReply("A part of it; with `format=csv` a file of all.", actList),
      alsoAs: { "text/csv": z.string() },
    },
    { status: 400, description: "A query parameter is not valid; see `details`." },
  ],
};
