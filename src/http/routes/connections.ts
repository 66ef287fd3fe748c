import { connectionCheck, webhookConnection } from "../../contract/connections.ts";
import { type CheckDeps, checkConnection } from "../../projects/connections/check-connection.ts";
import { type ConnectDeps, connectWebhook } from "../../projects/connections/connect-webhook.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../route.ts";

const ofSource = "/v1/projects/{projectId}/sources/{sourceId}";

export function connectionRoutes(deps: ConnectDeps & CheckDeps): Route[] {
  return [
    keyRoute({
      method: "post",
      path: `${ofSource}/check`,
      access: "admin",
      isUnrecorded: true,
      docs: checkDocs,
      async handle({ params }, actor) {
        const findings = await checkConnection(deps, actor, params.sourceId ?? "");
        return Response.json({ findings });
      },
    }),
    keyRoute({
      method: "post",
      path: `${ofSource}/webhook`,
      access: "admin",
      needs: "owner",
      docs: webhookDocs,
      async handle({ params }, actor) {
        return Response.json(await connectWebhook(deps, actor, params.sourceId ?? ""));
      },
    }),
  ];
}

const tag = "Connections";

const checkDocs: RouteDocs = {
  tag,
  summary: "Check the connection of a source",
  description:
    "Asks git and the forge's API whether the repository can be read, pushed to and given pull requests, and names what stands in the way one by one: archived, empty, mirrored, forked or renamed repositories and missing permissions, each with what to do.",
  responses: [
    jsonReply("What was found.", connectionCheck, {
      findings: [{ state: "good", text: "Git reads the source." }],
    }),
    { status: 404, description: "The project has no such source." },
  ],
};

const webhookDocs: RouteDocs = {
  tag,
  summary: "Set up the webhook of a source",
  description:
    "Makes a new secret and has the forge send webhooks. Where Docent's account may not do that, the reply holds the address and the secret, this once, for a person to add. What the secret before signed is taken for one more day.",
  responses: [
    jsonReply("Where webhooks go, and whether the forge sends them.", webhookConnection),
    { status: 404, description: "The project has no such source." },
    { status: 409, description: "DOCENT_PUBLIC_URL is not set, or the forge is not known." },
  ],
};
