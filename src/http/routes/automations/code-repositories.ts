import {
  codeRepositoryAdded,
  codeRepositoryList,
  codeRepositoryRequest,
} from "../../../contract/automations.ts";
import { webhookConnection } from "../../../contract/connections.ts";
import { repositoryLogin } from "../../../contract/secrets.ts";
import {
  addCodeRepository,
  type RepositoryAddress,
  removeCodeRepository,
  setCodeLogin,
} from "../../../projects/code-repositories/change-code-repositories.ts";
import {
  acceptCodeDelivery,
  connectCodeRepository,
} from "../../../projects/code-repositories/connect-code-repository.ts";
import { listCodeRepositories } from "../../../projects/code-repositories/list-code-repositories.ts";
import type { AcceptDeps } from "../../../projects/connections/accept-delivery.ts";
import type { ConnectDeps } from "../../../projects/connections/connect-webhook.ts";
import type { OpenHostDeps } from "../../../projects/settings/require-open-host.ts";
import { createRateLimit } from "../../access/rate-limit.ts";
import { readBytes } from "../../read-request.ts";
import {
  type Caller,
  jsonReply,
  keyRoute,
  publicRoute,
  type Route,
  type RouteDocs,
} from "../../route.ts";

const path = "/v1/projects/{projectId}/code-repositories";
const one = `${path}/{repositoryId}`;
const maxBytes = 5 * 1024 * 1024;
const perMinute = 300;

export type CodeRepositoryDeps = ConnectDeps & AcceptDeps & OpenHostDeps & { wakeWord: string };

export function codeRepositoryRoutes(deps: CodeRepositoryDeps): Route[] {
  return [
    keyRoute({
      ...{ method: "get", path, access: "admin", docs: listDocs },
      async handle(_, actor) {
        const repositories = await listCodeRepositories(deps, actor, actor.projectId);
        return Response.json({ repositories });
      },
    }),
    keyRoute({
      ...{ method: "post", path, access: "admin", needs: "owner", docs: addDocs },
      body: codeRepositoryRequest,
      async handle({ body: request }, actor) {
        const input = { projectId: actor.projectId, request };
        return Response.json({ repositoryId: await addCodeRepository(deps, actor, input) });
      },
    }),
    keyRoute({
      ...{ method: "post", path: `${one}/login`, access: "admin", needs: "owner" },
      ...{ body: repositoryLogin, docs: loginDocs },
      async handle({ body: login, params }, actor) {
        await setCodeLogin(deps, actor, { ...addressOf(params, actor), login });
        return new Response(null, { status: 204 });
      },
    }),
    keyRoute({
      ...{ method: "post", path: `${one}/webhook`, access: "admin", needs: "owner" },
      docs: webhookDocs,
      async handle({ params }, actor) {
        return Response.json(await connectCodeRepository(deps, actor, addressOf(params, actor)));
      },
    }),
    keyRoute({
      ...{ method: "post", path: `${one}/remove`, access: "admin", needs: "owner" },
      docs: removeDocs,
      async handle({ params }, actor) {
        await removeCodeRepository(deps, actor, addressOf(params, actor));
        return new Response(null, { status: 204 });
      },
    }),
    deliveryRoute(deps),
  ];
}

function deliveryRoute(deps: CodeRepositoryDeps): Route {
  const perRepository = createRateLimit(perMinute, deps.clock);
  const perAddress = createRateLimit(perMinute * 4, deps.clock);
  return publicRoute({
    ...{ method: "post", path: "/v1/webhooks/code/{repositoryId}", docs: deliveryDocs },
    async handle({ request, params: { repositoryId = "" }, client }) {
      perAddress.take(client.network);
      perRepository.take(`${repositoryId} ${client.network}`);
      const readBody = () => readBytes(request, maxBytes);
      const headers = new Map(request.headers);
      await acceptCodeDelivery(deps, { repositoryId, headers, readBody });
      return new Response(null, { status: 202 });
    },
  });
}

function addressOf(params: Record<string, string>, actor: Caller): RepositoryAddress {
  return { projectId: actor.projectId, repositoryId: params.repositoryId ?? "" };
}

const tag = "Automations";
const notOwner = {
  status: 403,
  description: "A key was sent, or whoever is logged in is no owner.",
};
const notThere = { status: 404, description: "The project has no such code repository." };

const listDocs: RouteDocs = {
  tag,
  summary: "List code repositories",
  description:
    "The repositories whose pushes and merged pull requests automations may watch. They are not indexed, and nothing of them is run.",
  responses: [jsonReply("The repositories.", codeRepositoryList)],
};

const addDocs: RouteDocs = {
  tag,
  summary: "Add a code repository",
  description:
    "It takes an owner's session, and an https or ssh address. Only a login that is stored for it is ever sent to its host.",
  requestExample: { location: "https://git.example/acme/app.git", branch: "main" },
  responses: [
    jsonReply("The new repository.", codeRepositoryAdded),
    notOwner,
    { status: 409, description: "The project has as many code repositories as it may." },
  ],
};

const loginDocs: RouteDocs = {
  tag,
  summary: "Store the login of a code repository",
  description:
    "A token, or an app of GitHub, in the place of what was stored before. It is sealed.",
  responses: [{ status: 204, description: "It is stored." }, notOwner, notThere],
};

const webhookDocs: RouteDocs = {
  tag,
  summary: "Set up the webhook of a code repository",
  description:
    "Makes a new secret and has the forge send webhooks. Where Docent's account may not do that, the reply holds the address and the secret, this once, for a person to add. Without one the repository is polled.",
  responses: [
    jsonReply("Where webhooks go, and whether the forge sends them.", webhookConnection),
    notOwner,
    notThere,
    { status: 409, description: "DOCENT_PUBLIC_URL is not set, or the forge is not known." },
  ],
};

const removeDocs: RouteDocs = {
  tag,
  summary: "Remove a code repository",
  description: "What was stored to open it is deleted. The repository itself stays as it is.",
  responses: [
    { status: 204, description: "It is removed." },
    notOwner,
    notThere,
    { status: 409, description: "An automation watches it." },
  ],
};

const deliveryDocs: RouteDocs = {
  tag,
  summary: "Take a webhook of a code repository",
  description:
    "For GitHub, GitLab, Gitea and Forgejo: a push or an event of a pull request makes Docent look at the repository. The delivery is verified with the secret that was agreed on. The same one again changes nothing.",
  responses: [
    { status: 202, description: "The repository is looked at now." },
    { status: 401, description: "There is no such repository, or the signature is wrong." },
    { status: 413, description: "The body is too large." },
    { status: 429, description: "Too many at once." },
  ],
};
