import { joinRequest, shownInvitation, tokenRequest } from "../../../contract/members.ts";
import { AppError } from "../../../lib/app-error.ts";
import { join, openInvitation } from "../../../members/join.ts";
import { hashToken } from "../../../members/open-session.ts";
import { browserName } from "../../access/browser-name.ts";
import {
  type EnterDeps,
  entryCookies,
  logInCaller,
  noContent,
  recordEntry,
  recordFailure,
} from "../../access/enter.ts";
import type { LogInLimit } from "../../access/log-in-limit.ts";
import { dashboardRoute, jsonReply, type Route, type RouteDocs } from "../../route.ts";

export type JoinRouteDeps = EnterDeps & {
  logInLimit: LogInLimit;
  /** False: an invitation is accepted by single sign-on alone. */
  passwordLogin: boolean;
};

/** For whoever holds the link of an invitation; its token travels in bodies alone. */
export function joinRoutes(deps: JoinRouteDeps): Route[] {
  return [
    dashboardRoute({
      method: "post",
      path: "/auth/invitation",
      body: tokenRequest,
      docs: showDocs,
      async handle({ body: { token } }) {
        const { role, email } = await openInvitation(deps, hashToken(token));
        return Response.json({ role, email });
      },
    }),
    dashboardRoute({
      method: "post",
      path: "/auth/join",
      body: joinRequest,
      docs: joinDocs,
      async handle(request) {
        if (!deps.passwordLogin)
          throw new AppError("forbidden", "Passwords are switched off here: use single sign-on.");
        const browser = browserName(request.request.headers.get("user-agent"));
        const caller = logInCaller(request, undefined, undefined);
        const entered = await deps.logInLimit
          .attempt(caller, () => join(deps, { ...request.body, browser }))
          .catch(async (error) => {
            await recordFailure(deps, request, { claims: request.body.email, action, error });
            throw error;
          });
        await recordEntry(deps, request, entered.member, { action: "Accept an invitation" });
        return noContent(entryCookies(deps, request, entered));
      },
    }),
  ];
}

const action = "Failed to accept an invitation";
const tag = "Dashboard";

const showDocs: RouteDocs = {
  tag,
  summary: "Look at an invitation",
  description: "What role the link gives, and whom it is for.",
  requestExample: { token: "EXAMPLE" },
  responses: [jsonReply("The invitation.", shownInvitation)],
};

const joinDocs: RouteDocs = {
  tag,
  summary: "Accept an invitation",
  description: "Makes a member of whoever holds the link, once, and logs in.",
  responses: [
    { status: 204, description: "Done; the cookie is set." },
    {
      status: 409,
      description: "Somebody with this email is a member already, or is invited by it.",
    },
  ],
};
