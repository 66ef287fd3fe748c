import { createdKey, createKeyRequest, keyList, keyQuery } from "../../contract/dashboard.ts";
import { browseKeys } from "../../keys/browse-keys.ts";
import { createKey } from "../../keys/create-key.ts";
import { revokeKey } from "../../keys/revoke-key.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../store/database.ts";
import { readQuery } from "../read-request.ts";
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
      async handle({ url }, actor) {
        const { projectId } = actor;
        const query = readQuery(url, keyQuery);
        return Response.json(await browseKeys(deps, actor, { projectId, query }));
      },
    }),
    keyRoute({
      method: "post",
      path,
      access: "admin",
      body: createKeyRequest,
      target: ({ kind, label }) => `${kind} ${label}`,
      docs: createDocs,
      async handle({ body }, actor) {
        const { kind, label, origins, branches, expiresInDays } = body;
        const expiresAt = expiresInDays
          ? new Date(deps.clock.now().getTime() + expiresInDays * dayMs)
          : null;
        const input = { projectId: actor.projectId, kind, label, expiresAt, origins, branches };
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
  description: "The keys of a project without their secrets, newest first and in parts.",
  query: {
    q: {
      description: "Words of the label, of an allowed origin or of the kind, or how the key ends.",
      schema: keyQuery.shape.q,
    },
    state: { description: "Keys of one state.", schema: keyQuery.shape.state },
    limit: { description: "How many at most; 50 unless given.", schema: keyQuery.shape.limit },
    cursor: {
      description: "The nextCursor of the reply before.",
      schema: keyQuery.shape.cursor,
    },
  },
  responses: [jsonReply("A part of the keys.", keyList)],
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
