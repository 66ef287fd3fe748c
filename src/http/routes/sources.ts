import { sourceList } from "../../contract/sources.ts";
import { type ListSourcesDeps, listSources } from "../../projects/list-sources.ts";
import { keyRoute, type Route, type RouteDocs } from "../route.ts";

export function sourceRoutes(deps: ListSourcesDeps): Route[] {
  return [
    keyRoute({
      method: "get",
      path: "/v1/projects/{projectId}/sources",
      access: "admin",
      docs,
      async handle(_, actor) {
        return Response.json({ sources: await listSources(deps, actor, actor.projectId) });
      },
    }),
  ];
}

const docs: RouteDocs = {
  tag: "Projects",
  summary: "List sources",
  description:
    "Where the project's docs come from, when each place was last read, what went wrong there, and how far a running sync has come. At most 100 problems of each source are listed.",
  responses: [
    {
      status: 200,
      description: "The sources, oldest first.",
      contentType: "application/json",
      schema: sourceList,
    },
  ],
};
