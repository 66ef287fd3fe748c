import { createdKey, createKeyRequest, keyList } from "../../contract/dashboard.ts";
import { createKey } from "../../keys/create-key.ts";
import { listKeys } from "../../keys/list-keys.ts";
import { revokeKey } from "../../keys/revoke-key.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../store/database.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../route.ts";

const path = "/v1/projects/{projectId}/keys";
const dayMs = 24 * 60 * 60_000;

export function keyRoutes(deps: { db: Database; clock: Clock }): Route[] {
  return [
    keyRoute({
      method: "get",
      path,
      access: "admin",
      docs: listDocs,
      async handle(_, actor) {
        return Response.json({ keys: await listKeys(deps, actor, actor.projectId) });
      },
    }),
    keyRoute({
      method: "post",
      path,
      access: "admin",
      body: createKeyRequest,
      docs: createDocs,
      async handle({ body }, actor) {
        const { kind, label, origins, expiresInDays } = body;
        const expiresAt = expiresInDays
          ? new Date(deps.clock.now().getTime() + expiresInDays * dayMs)
          : null;
        const input = { projectId: actor.projectId, kind, label, expiresAt, origins };
        return Response.json(await createKey(deps, actor, input));
      },
    }),
    keyRoute({
      method: "post",
      path: `${path}/{keyId}/revoke`,
      access: "admin",
      docs: revokeDocs,
      async handle({ params }, actor) {
        await revokeKey(deps, actor, { id: params.keyId ?? "", projectId: actor.projectId });
        return new Response(null, { status: 204 });
      },
    }),
  ];
}

const listDocs: RouteDocs = {
  tag: "Keys",
  summary: "List keys",
  description: "The keys of a project, oldest first, without their secrets.",
  responses: [jsonReply("The keys.", keyList)],
};

const createDocs: RouteDocs = {
  tag: "Keys",
  summary: "Create a key",
  description: "Makes a key of either kind. It is shown this once and works at once.",
  requestExample: { kind: "assistant", label: "website", origins: ["https://docs.example.com"] },
  responses: [jsonReply("The key and its id.", createdKey)],
};

const revokeDocs: RouteDocs = {
  tag: "Keys",
  summary: "Revoke a key",
  description: "From the next request on the key is refused. Revoking twice changes nothing.",
  responses: [{ status: 204, description: "It is revoked." }],
};
