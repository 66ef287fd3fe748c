import { projectList } from "../../contract/dashboard.ts";
import { syncResult } from "../../contract/sources.ts";
import { type SyncProjectDeps, syncProject } from "../../ingest/sync-project.ts";
import { listProjects } from "../../projects/list-projects.ts";
import { keyRoute, type Route, type RouteDocs } from "../route.ts";

export function projectRoutes(deps: SyncProjectDeps): Route[] {
  return [
    keyRoute({
      method: "get",
      path: "/v1/projects",
      access: "admin",
      docs: listDocs,
      async handle(_, actor) {
        return Response.json({ projects: await listProjects(deps, actor) });
      },
    }),
    keyRoute({
      method: "post",
      path: "/v1/projects/{projectId}/sync",
      access: "admin",
      docs: syncDocs,
      async handle(_, actor) {
        return Response.json(await syncProject(deps, actor, actor.projectId));
      },
    }),
  ];
}

const listDocs: RouteDocs = {
  tag: "Projects",
  summary: "List projects",
  description: "The project of the key, or every project for the owner in the dashboard.",
  responses: [
    {
      status: 200,
      description: "The projects, by domain.",
      contentType: "application/json",
      schema: projectList,
    },
  ],
};

const syncDocs: RouteDocs = {
  tag: "Projects",
  summary: "Sync the docs",
  description:
    "Reads the project's sources again and answers when the new revision serves. Syncs of one source run one after the other. Where one of several sources cannot be read, the others are, and the reply is that error.",
  responses: [
    {
      status: 200,
      description: "What has changed, as paths of pages.",
      contentType: "application/json",
      schema: syncResult,
    },
    { status: 409, description: "The project has no source." },
  ],
};
