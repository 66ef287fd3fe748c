import { extraPathsRequest, projectList, projectQuery } from "../../contract/dashboard.ts";
import { sourceList, syncResult } from "../../contract/sources.ts";
import { type SyncProjectDeps, syncProject } from "../../ingest/sync-project.ts";
import { chooseExtraPaths } from "../../projects/change-projects.ts";
import { listProjects } from "../../projects/list-projects.ts";
import { listSources } from "../../projects/list-sources.ts";
import { readQuery } from "../read-request.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../route.ts";

export function projectRoutes(deps: SyncProjectDeps): Route[] {
  return [
    keyRoute({
      method: "get",
      path: "/v1/projects",
      access: "admin",
      docs: listDocs,
      async handle({ url }, actor) {
        return Response.json(await listProjects(deps, actor, readQuery(url, projectQuery)));
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
    keyRoute({
      method: "post",
      path: "/v1/projects/{projectId}/extra-paths",
      access: "admin",
      needs: "owner",
      body: extraPathsRequest,
      docs: extraPathsDocs,
      async handle({ body: { paths } }, actor) {
        await chooseExtraPaths(deps, actor, { projectId: actor.projectId, paths });
        return Response.json({ paths });
      },
    }),
    keyRoute({
      method: "get",
      path: "/v1/projects/{projectId}/sources",
      access: "admin",
      docs: sourcesDocs,
      async handle(_, actor) {
        const from = { db: deps.db, progressOf: deps.board.of };
        return Response.json({ sources: await listSources(from, actor, actor.projectId) });
      },
    }),
  ];
}

const listDocs: RouteDocs = {
  tag: "Projects",
  summary: "List projects",
  description:
    "The project of the key, or every project for members in the dashboard and owners' tokens.",
  query: {
    limit: { description: "How many at most; all unless given.", schema: projectQuery.shape.limit },
    cursor: {
      description: "The nextCursor of the reply before.",
      schema: projectQuery.shape.cursor,
    },
  },
  responses: [jsonReply("The projects, by domain.", projectList)],
};

const syncDocs: RouteDocs = {
  tag: "Projects",
  summary: "Sync the docs",
  description:
    "Reads the project's sources again and answers when the new revision serves. Syncs of one source run one after the other. Where one of several sources cannot be read, the others are, and the reply is that error.",
  responses: [
    jsonReply("What has changed, as paths of pages.", syncResult),
    { status: 409, description: "The project has no source." },
  ],
};

const extraPathsDocs: RouteDocs = {
  tag: "Projects",
  summary: "Allow jobs to write more files",
  description:
    "Says which files jobs may write besides the docs. It takes an owner, in the dashboard or by a token: a key is refused, because whoever starts jobs must not widen what they do. CI workflows, git's own files and other files that run by themselves stay closed.",
  requestExample: { paths: ["README.md", "docs/**/*.tsx"] },
  responses: [
    jsonReply("The paths as they are now.", extraPathsRequest),
    { status: 403, description: "A key was sent, or a path is never written by jobs." },
  ],
};

const sourcesDocs: RouteDocs = {
  tag: "Projects",
  summary: "List sources",
  description:
    "Where the project's docs come from, when each place was last read, what went wrong there, and how far a running sync has come. At most 100 problems of each source are listed.",
  responses: [jsonReply("The sources, oldest first.", sourceList)],
};
