import { namedLogin, repositoryLogin, secretList } from "../../contract/secrets.ts";
import { listSecretsOf } from "../../projects/secrets/list-secrets-of.ts";
import type { SecretDeps } from "../../projects/secrets/sealed-secrets.ts";
import { removeLogin, setLogin } from "../../projects/secrets/set-login.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../route.ts";

const ofProject = "/v1/projects/{projectId}/secrets";
const ofSource = "/v1/projects/{projectId}/sources/{sourceId}/login";

export function secretRoutes(deps: SecretDeps): Route[] {
  return [
    keyRoute({
      method: "get",
      path: ofProject,
      access: "admin",
      docs: listDocs,
      async handle(_, actor) {
        return Response.json({ secrets: await listSecretsOf(deps, actor, actor.projectId) });
      },
    }),
    keyRoute({
      method: "post",
      path: ofProject,
      access: "admin",
      needs: "owner",
      body: namedLogin,
      target: ({ name }) => name,
      docs: nameDocs,
      async handle({ body: { name, login } }, actor) {
        await setLogin(deps, actor, { owner: { name }, login });
        return stored();
      },
    }),
    keyRoute({
      method: "post",
      path: ofSource,
      access: "admin",
      needs: "owner",
      body: repositoryLogin,
      docs: sourceDocs,
      async handle({ body, params }, actor) {
        const owner = { sourceId: params.sourceId ?? "" };
        await setLogin(deps, actor, { owner, login: body });
        return stored();
      },
    }),
    keyRoute({
      method: "post",
      path: `${ofSource}/remove`,
      access: "admin",
      needs: "owner",
      docs: removeDocs,
      async handle({ params }, actor) {
        await removeLogin(deps, actor, { sourceId: params.sourceId ?? "" });
        return stored();
      },
    }),
  ];
}

function stored(): Response {
  return new Response(null, { status: 204 });
}

const tag = "Connections";

const listDocs: RouteDocs = {
  tag,
  summary: "List stored secrets",
  description:
    "Whose tokens, apps and webhook secrets are stored for the project's sources, by whom and since when. What they are is never returned.",
  responses: [jsonReply("The secrets, without their values.", secretList)],
};

const nameDocs: RouteDocs = {
  tag,
  summary: "Store a token under a name",
  description:
    "For every source that was added with this name as its token, in all projects: so only the owner may. It is sealed at rest and counts from the next use on; it goes before the setting DOCENT_GIT_TOKEN_NAME.",
  requestExample: { name: "PARTNER", login: { kind: "token", token: "glpat-EXAMPLE" } },
  responses: [
    { status: 204, description: "It is stored." },
    { status: 403, description: "A key of a project may not." },
  ],
};

const sourceDocs: RouteDocs = {
  tag,
  summary: "Store the token or app of a source",
  description:
    "What opens the source's repository and its forge's API. It is sealed at rest, never returned, counts from the next use on, and goes before every other token.",
  requestExample: { kind: "token", token: "github_pat_EXAMPLE" },
  responses: [
    { status: 204, description: "It is stored." },
    { status: 404, description: "The project has no such source." },
  ],
};

const removeDocs: RouteDocs = {
  tag,
  summary: "Remove the token or app of a source",
  description: "From then on the token under the source's name counts, or the setting.",
  responses: [
    { status: 204, description: "It is removed." },
    { status: 404, description: "There is none." },
  ],
};
