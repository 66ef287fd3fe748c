import {
  createdToken,
  createTokenRequest,
  ownerTokenList,
} from "../../../contract/owner/owner-tokens.ts";
import { createOwnToken } from "../../../members/tokens/create-token.ts";
import { listOwnerTokens, revokeToken } from "../../../members/tokens/manage-tokens.ts";
import { type EnterDeps, ownAttempt } from "../../access/enter.ts";
import type { LogInLimit } from "../../access/log-in-limit.ts";
import { jsonReply, memberRoute, type Route, type RouteDocs } from "../../route.ts";

const path = "/v1/tokens";
const dayMs = 24 * 60 * 60_000;

/** Tokens by which programs act for an owner. They are made by people alone: no token makes another. */
export function ownerTokenRoutes(deps: EnterDeps & { logInLimit: LogInLimit }): Route[] {
  return [
    memberRoute({
      method: "get",
      path,
      needs: "owner",
      docs: listDocs,
      handle: async (_, actor) => Response.json({ tokens: await listOwnerTokens(deps, actor) }),
    }),
    memberRoute({
      method: "post",
      path,
      needs: "owner",
      body: createTokenRequest,
      target: ({ label, scope = "write" }) => `${scope} ${label}`,
      docs: createDocs,
      async handle(request, caller) {
        const { label, scope, expiresInDays, current } = request.body;
        const expiresAt = expiresInDays
          ? new Date(deps.clock.now().getTime() + expiresInDays * dayMs)
          : null;
        const made = await deps.logInLimit.attempt(ownAttempt(request, caller), () =>
          createOwnToken(deps, caller, { label, scope, expiresAt, current }),
        );
        return Response.json(made);
      },
    }),
    memberRoute({
      method: "post",
      path: `${path}/{tokenId}/revoke`,
      needs: "owner",
      docs: revokeDocs,
      async handle({ params }, actor) {
        await revokeToken(deps, actor, params.tokenId ?? "");
        return new Response(null, { status: 204 });
      },
    }),
  ];
}

const tag = "Tokens";

const listDocs: RouteDocs = {
  tag,
  summary: "List owners' tokens",
  description: "The tokens of every owner without their secrets, newest first.",
  responses: [jsonReply("The tokens.", ownerTokenList)],
};

const createDocs: RouteDocs = {
  tag,
  summary: "Create an owner's token",
  description:
    "Programs set projects up with it, in the name of whoever made it. It is shown this once, works at once, and ends with its time, when it is revoked, and as soon as its owner is disabled, removed, reset or an owner no longer. It takes the own password, or a log-in of the last ten minutes where there is none.",
  requestExample: { label: "terraform", scope: "write", expiresInDays: 90, current: "••••" },
  responses: [
    jsonReply("The token and its id.", createdToken),
    { status: 409, description: "There are as many as an owner may have." },
  ],
};

const revokeDocs: RouteDocs = {
  tag,
  summary: "Revoke an owner's token",
  description: "From the next request on it is refused. Revoking twice changes nothing.",
  responses: [
    { status: 204, description: "It is revoked." },
    { status: 404, description: "There is no such token." },
  ],
};
