import { z } from "zod";
import type { ProjectResource } from "../../../contract/owner/project-resource.ts";
import {
  createProjectRequest,
  projectPatch,
  projectResource,
} from "../../../contract/owner/project-resource.ts";
import type { ChangeRepositoryDeps } from "../../../projects/settings/change-repositories.ts";
import { createProject } from "../../../projects/settings/create-project.ts";
import { patchProject } from "../../../projects/settings/patch-project.ts";
import { readProject } from "../../../projects/settings/read-project.ts";
import { removeOwnProject } from "../../../projects/settings/remove-own-project.ts";
import type { StoreDeps } from "../../../projects/settings/save-project-settings.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../../route.ts";
import { versionIn } from "./version-in.ts";

const path = "/v1/projects";
const one = `${path}/{projectId}`;

/** Projects for programs: made, changed and removed by an owner's token, or an owner. */
export function projectResourceRoutes(deps: ChangeRepositoryDeps & StoreDeps): Route[] {
  return [
    keyRoute({
      method: "post",
      path,
      access: "admin",
      needs: "owner",
      body: createProjectRequest,
      target: ({ domain }) => domain,
      docs: createDocs,
      handle: async ({ body }, actor) => shown(await createProject(deps, actor, body)),
    }),
    keyRoute({
      method: "get",
      path: one,
      access: "admin",
      docs: readDocs,
      handle: async (_, actor) => shown(await readProject(deps, actor, actor.projectId)),
    }),
    keyRoute({
      method: "patch",
      path: one,
      access: "admin",
      needs: "owner",
      body: projectPatch,
      target: (patch) => Object.keys(patch).join(" "),
      docs: patchDocs,
      async handle({ request, body: patch }, actor) {
        const version = versionIn(request);
        const input = { projectId: actor.projectId, patch, version };
        return shown(await patchProject(deps, actor, input));
      },
    }),
    keyRoute({
      method: "delete",
      path: one,
      access: "admin",
      needs: "owner",
      docs: removeDocs,
      async handle(_, actor) {
        await removeOwnProject(deps, actor, actor.projectId);
        return new Response(null, { status: 204 });
      },
    }),
  ];
}

function shown(project: ProjectResource): Response {
  return Response.json(project, { headers: { etag: `"${project.version}"` } });
}

const tag = "Projects";
const headers = { etag: "The version, for If-Match." };

const createDocs: RouteDocs = {
  tag,
  summary: "Create a project",
  description:
    "A domain, and where its docs are: a git repository by https, or by ssh on a host that a source of the operator's is on. It takes an owner's token, or an owner in the dashboard. A domain is taken once, so a request that is sent again makes no second project. The docs are read by a sync.",
  requestExample: {
    domain: "acme",
    name: "Acme docs",
    visibility: "public",
    source: { location: "https://git.example/acme/docs.git", branch: "main" },
  },
  responses: [
    { ...jsonReply("The project.", projectResource), headers },
    { status: 403, description: "A key was sent, or whoever acts is no owner." },
    { status: 409, description: "The domain is taken, or there are as many projects as may be." },
  ],
};

const readDocs: RouteDocs = {
  tag,
  summary: "Read a project",
  description: "What it is called, shows, uses and may spend, in the shape in which it is changed.",
  responses: [{ ...jsonReply("The project.", projectResource), headers }],
};

const patchDocs: RouteDocs = {
  tag,
  summary: "Change a project",
  description:
    "A merge patch: what is left out stays as it is, null goes back to what a project has without it, and a field that is not known is refused. With If-Match it is changed only if nobody else has changed it meanwhile.",
  headers: {
    "if-match": {
      description: "The ETag that the change was made from; left out or *: whatever is there.",
      schema: z.string().max(100),
    },
  },
  requestExample: { name: "Acme docs", dailyDollars: 5, reader: null },
  responses: [
    { ...jsonReply("The project as it is now.", projectResource), headers },
    { status: 403, description: "A key was sent, or whoever acts is no owner." },
    {
      status: 409,
      description: "The environment sets one of them, or somebody has changed them since.",
    },
  ],
};

const removeDocs: RouteDocs = {
  tag,
  summary: "Remove a project",
  description:
    "Its keys, indexed docs, threads and answers are gone for good. The repositories stay as they are.",
  responses: [
    { status: 204, description: "It is removed." },
    { status: 403, description: "A key was sent, or whoever acts is no owner." },
    { status: 409, description: "The environment makes this project." },
  ],
};
