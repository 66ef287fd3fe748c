import { sourceAdded, sourcePlaceRequest } from "../../contract/project-settings.ts";
import {
  addRepository,
  type ChangeRepositoryDeps,
  changeRepository,
  removeRepository,
} from "../../projects/settings/change-repositories.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../route.ts";

const path = "/v1/projects/{projectId}/sources";

export function sourceRoutes(deps: ChangeRepositoryDeps): Route[] {
  return [
    keyRoute({
      method: "post",
      path,
      access: "admin",
      needs: "owner",
      body: sourcePlaceRequest,
      docs: addDocs,
      async handle({ body: request }, actor) {
        const input = { projectId: actor.projectId, request };
        const sourceId = await addRepository(deps, actor, input);
        return Response.json({ sourceId });
      },
    }),
    keyRoute({
      method: "post",
      path: `${path}/{sourceId}`,
      access: "admin",
      needs: "owner",
      body: sourcePlaceRequest,
      docs: changeDocs,
      async handle({ body: request, params: { sourceId = "" } }, actor) {
        await changeRepository(deps, actor, { projectId: actor.projectId, sourceId, request });
        return new Response(null, { status: 204 });
      },
    }),
    keyRoute({
      method: "post",
      path: `${path}/{sourceId}/remove`,
      access: "admin",
      needs: "owner",
      docs: removeDocs,
      async handle({ params: { sourceId = "" } }, actor) {
        await removeRepository(deps, actor, { projectId: actor.projectId, sourceId });
        return new Response(null, { status: 204 });
      },
    }),
  ];
}

const tag = "Projects";

const addDocs: RouteDocs = {
  tag,
  summary: "Add a git repository as a source",
  description:
    "It is read at the next sync. It takes an owner, in the dashboard or by a token, and an https or ssh address: folders of the server are added on its command line. No token of the settings is sent to a host that it was not given to before: store one for the source.",
  requestExample: { location: "https://git.example/acme/docs.git", branch: "main" },
  responses: [
    jsonReply("The new source.", sourceAdded),
    { status: 403, description: "A key was sent, or whoever acts is no owner." },
    {
      status: 409,
      description: "The project reads this place already, or has as many sources as it takes.",
    },
  ],
};

const changeDocs: RouteDocs = {
  tag,
  summary: "Change a source",
  description:
    "The next sync reads it anew. A token that is stored for it is removed where its host changes.",
  requestExample: { location: "https://git.example/acme/docs.git", branch: "release" },
  responses: [
    { status: 204, description: "It is changed." },
    { status: 403, description: "A key was sent, or whoever acts is no owner." },
    { status: 404, description: "The project has no such source." },
    { status: 409, description: "The environment says where this source is." },
  ],
};

const removeDocs: RouteDocs = {
  tag,
  summary: "Remove a source",
  description: "Its pages are out of the answers at once. The repository stays as it is.",
  responses: [
    { status: 204, description: "It is removed." },
    { status: 403, description: "A key was sent, or whoever acts is no owner." },
    { status: 404, description: "The project has no such source." },
    { status: 409, description: "It is the project's only source, or the environment sets it." },
  ],
};
