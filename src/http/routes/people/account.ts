import { account, accountRequest, passwordRequest } from "../../../contract/members.ts";
import { AppError } from "../../../lib/app-error.ts";
import { changePassword, showAccount, updateAccount } from "../../../members/account.ts";
import { makeBrowserMark } from "../../../members/browser-mark.ts";
import { endSession } from "../../../members/end-session.ts";
import { type EnterDeps, noContent } from "../../access/enter.ts";
import type { LogInLimit } from "../../access/log-in-limit.ts";
import { markCookie } from "../../access/session-cookie.ts";
import { jsonReply, memberRoute, type Route, type RouteDocs } from "../../route.ts";

const path = "/v1/account";

/** What every member does about oneself. */
export function accountRoutes(deps: EnterDeps & { logInLimit: LogInLimit }): Route[] {
  return [
    memberRoute({
      method: "get",
      path,
      docs: showDocs,
      handle: async (_, caller) => Response.json(await showAccount(deps, caller)),
    }),
    memberRoute({
      method: "post",
      path,
      needs: "viewer",
      body: accountRequest,
      docs: docs("Change one's own name and email", "The email is what one logs in with.", 409),
      async handle({ body: { name, email } }, caller) {
        await updateAccount(deps, caller, { name, email: email ?? null });
        return noContent([]);
      },
    }),
    memberRoute({
      method: "post",
      path: `${path}/password`,
      needs: "viewer",
      body: passwordRequest,
      docs: docs("Change one's own password", "Ends every other session."),
      async handle({ body, request, client }, caller) {
        const { network } = client;
        const attempt = { network: `${network} ${caller.memberId}`, signal: request.signal };
        const member = await deps.logInLimit.attempt(attempt, () =>
          changePassword(deps, caller, body),
        );
        const mark = makeBrowserMark(member);
        return noContent(mark ? [markCookie(client.secure).write(mark)] : []);
      },
    }),
    memberRoute({
      method: "post",
      path: `${path}/sessions/{sessionId}/end`,
      needs: "viewer",
      docs: docs("End one of one's own sessions", "That browser has to log in again."),
      async handle({ params }, { memberId }) {
        if (await endSession(deps, { memberId, sessionId: params.sessionId ?? "" }))
          return noContent([]);
        throw new AppError("not_found", "You have no such session: it may have ended already.");
      },
    }),
  ];
}

const tag = "Members";

function docs(summary: string, description: string, conflict?: number): RouteDocs {
  return {
    tag,
    summary,
    description,
    responses: [
      { status: 204, description: "Done." },
      ...(conflict ? [{ status: conflict, description: "Somebody else has this email." }] : []),
    ],
  };
}

const showDocs: RouteDocs = {
  tag,
  summary: "Show one's own account",
  description: "Who is logged in, and in which browsers.",
  responses: [jsonReply("The account.", account)],
};
