import {
  account,
  accountRequest,
  disconnectRequest,
  passwordRequest,
} from "../../../contract/members.ts";
import { AppError } from "../../../lib/app-error.ts";
import {
  changePassword,
  disconnect,
  showAccount,
  updateAccount,
} from "../../../members/account.ts";
import { makeBrowserMark } from "../../../members/browser-mark.ts";
import { endSession } from "../../../members/end-session.ts";
import { type EnterDeps, noContent, ownAttempt } from "../../access/enter.ts";
import type { LogInLimit } from "../../access/log-in-limit.ts";
import { markCookie } from "../../access/session-cookie.ts";
import { jsonReply, memberRoute, type Route, type RouteDocs } from "../../route.ts";

const path = "/v1/account";

export type AccountRouteDeps = EnterDeps & { logInLimit: LogInLimit; passwordLogin: boolean };

/** What every member does about oneself. */
export function accountRoutes(deps: AccountRouteDeps): Route[] {
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
      docs: docs(
        "Change one's own name and email",
        "The email is what one logs in with.",
        "Somebody else has this email, or is invited by it.",
      ),
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
      docs: docs(
        "Change one's own password",
        "Takes the password so far, or a log-in of the last ten minutes where there is none. Ends every other session.",
        "How one logs in was changed meanwhile.",
      ),
      async handle(request, caller) {
        const member = await deps.logInLimit.attempt(ownAttempt(request, caller), () =>
          changePassword(deps, caller, request.body),
        );
        const mark = makeBrowserMark(member);
        return noContent(mark ? [markCookie(request.client.secure).write(mark)] : []);
      },
    }),
    memberRoute({
      method: "post",
      path: `${path}/single-sign-on/disconnect`,
      needs: "viewer",
      body: disconnectRequest,
      docs: disconnectDocs,
      async handle(request, caller) {
        await deps.logInLimit.attempt(ownAttempt(request, caller), () =>
          disconnect(deps, caller, request.body),
        );
        return noContent([]);
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

function docs(summary: string, description: string, conflict?: string): RouteDocs {
  return {
    tag,
    summary,
    description,
    responses: [
      { status: 204, description: "Done." },
      ...(conflict ? [{ status: 409, description: conflict }] : []),
    ],
  };
}

const disconnectDocs: RouteDocs = {
  tag,
  summary: "Disconnect single sign-on",
  description: "From then on the password alone lets in. Ends every other session.",
  responses: [
    { status: 204, description: "Done." },
    { status: 409, description: "There is no password, or passwords are switched off." },
  ],
};

const showDocs: RouteDocs = {
  tag,
  summary: "Show one's own account",
  description: "Who is logged in, and in which browsers.",
  responses: [jsonReply("The account.", account)],
};
