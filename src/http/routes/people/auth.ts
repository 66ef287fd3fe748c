import manifest from "../../../../package.json" with { type: "json" };
import {
  type DashboardSession,
  dashboardSession,
  loginRequest,
  setupRequest,
} from "../../../contract/dashboard.ts";
import { tokenRequest } from "../../../contract/members.ts";
import { AppError } from "../../../lib/app-error.ts";
import { endSession, logOutEverywhere } from "../../../members/end-session.ts";
import { findNamed, logIn } from "../../../members/log-in.ts";
import { needsSetup, requireSetupLink, setPassword } from "../../../members/set-password.ts";
import { listMembers } from "../../../store/access/members.ts";
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
import { sessionCookie } from "../../access/session-cookie.ts";
import {
  dashboardRoute,
  jsonReply,
  type MemberCaller,
  type Route,
  type RouteDocs,
  type RouteRequest,
} from "../../route.ts";

export type AuthRouteDeps = EnterDeps & {
  logInLimit: LogInLimit;
  /** False: people come in by single sign-on, or by a one-time link. */
  passwordLogin: boolean;
  /** What its button says. */
  singleSignOn: string | undefined;
};

/** Logging in and out. */
export function authRoutes(deps: AuthRouteDeps): Route[] {
  return [
    dashboardRoute({
      method: "get",
      path: "/auth/session",
      docs: sessionDocs,
      handle: async (_, caller) => Response.json(await showSession(deps, caller)),
    }),
    dashboardRoute({
      method: "post",
      path: "/auth/setup",
      body: setupRequest,
      docs: docs("Set a password", "Takes the token of a one-time link, and logs in."),
      async handle(request) {
        const browser = browserName(request.request.headers.get("user-agent"));
        const caller = logInCaller(request, undefined, undefined);
        const entered = await deps.logInLimit
          .attempt(caller, () => setPassword(deps, { ...request.body, browser }))
          .catch(async (error) => {
            const action = "Failed to set a password by link";
            await recordFailure(deps, request, { claims: "", action, error });
            throw error;
          });
        await recordEntry(deps, request, entered.member, { action: "Set a password by link" });
        return noContent(entryCookies(deps, request, entered));
      },
    }),
    dashboardRoute({
      method: "post",
      path: "/auth/setup/link",
      body: tokenRequest,
      docs: docs("Look at a one-time link", "Whether it still sets a password."),
      async handle({ body: { token } }) {
        await requireSetupLink(deps, token);
        return noContent([]);
      },
    }),
    dashboardRoute({
      method: "post",
      path: "/auth/login",
      body: loginRequest,
      docs: docs(
        "Log in",
        "At most 5 attempts a minute and 30 an hour from one address, or from one browser in which the same member has logged in before.",
      ),
      handle: (request, caller) => answerLogIn(deps, request, caller),
    }),
    ...logOutRoutes(deps),
  ];
}

async function showSession(
  deps: AuthRouteDeps,
  caller: MemberCaller | undefined,
): Promise<DashboardSession> {
  const members = await listMembers(deps.db);
  return {
    loggedIn: caller !== undefined,
    needsSetup: await needsSetup(deps),
    role: caller?.role ?? null,
    name: caller?.name ?? "",
    memberId: caller?.memberId ?? "",
    asksEmail: members.length > 1,
    passwordLogin: deps.passwordLogin,
    singleSignOn: deps.singleSignOn ?? null,
    version: manifest.version,
  };
}

async function answerLogIn(
  deps: AuthRouteDeps,
  request: RouteRequest<{ email?: string | undefined; password: string }>,
  caller: MemberCaller | undefined,
): Promise<Response> {
  if (!deps.passwordLogin)
    throw new AppError("forbidden", "Passwords are switched off here: use single sign-on.");
  const { email = "", password } = request.body;
  const member = await findNamed(deps, email);
  const browser = browserName(request.request.headers.get("user-agent"));
  const input = { member, password, browser, replaces: caller, isByEmail: email.trim() !== "" };
  try {
    const session = await deps.logInLimit.attempt(logInCaller(request, member, caller), () =>
      logIn(deps, input),
    );
    if (!member) throw new Error("somebody who is not there has logged in");
    await recordEntry(deps, request, member, { action: "Log in" });
    return noContent(entryCookies(deps, request, { session, member }));
  } catch (error) {
    await recordFailure(deps, request, { claims: email, action: "Failed log-in", error });
    throw error;
  }
}

function logOutRoutes(deps: AuthRouteDeps): Route[] {
  return [
    dashboardRoute({
      method: "post",
      path: "/auth/logout",
      docs: docs("Log out", "Ends this session; without one it does nothing."),
      async handle(request, caller) {
        if (caller && (await endSession(deps, caller)))
          await recordEntry(deps, request, caller, { action: "Log out" });
        return noContent([cookieOf(request).clear()]);
      },
    }),
    dashboardRoute({
      method: "post",
      path: "/auth/logout-everywhere",
      docs: docs("Log out everywhere", "Ends every session of whoever is logged in."),
      async handle(request, caller) {
        if (!caller) throw new AppError("unauthenticated", "You are not logged in.");
        await logOutEverywhere(deps, caller);
        await recordEntry(deps, request, caller, { action: "Log out everywhere" });
        return noContent([cookieOf(request).clear()]);
      },
    }),
  ];
}

function cookieOf({ client }: RouteRequest<unknown>) {
  return sessionCookie(client.secure);
}

function docs(summary: string, description: string): RouteDocs {
  const responses = [{ status: 204, description: "Done; the cookie is set or cleared." }];
  return { tag: "Dashboard", summary, description, responses };
}

const sessionDocs: RouteDocs = {
  tag: "Dashboard",
  summary: "Who is logged in",
  description:
    "What the dashboard asks first. Like all of these, it takes `x-docent-dashboard: 1`.",
  responses: [
    jsonReply("Who is logged in, and how people log in here.", dashboardSession, {
      loggedIn: false,
      needsSetup: true,
      role: null,
      name: "",
      memberId: "mem_3kq1v8c0o2b7x9d4n6m5a1s0",
      asksEmail: false,
      passwordLogin: true,
      singleSignOn: null,
      version: "0.1.0",
    }),
  ],
};
