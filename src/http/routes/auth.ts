import manifest from "../../../package.json" with { type: "json" };
import {
  type DashboardSession,
  dashboardSession,
  loginRequest,
  setupRequest,
} from "../../contract/dashboard.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { isBrowserMark, makeBrowserMark } from "../../owner/browser-mark.ts";
import { logIn } from "../../owner/log-in.ts";
import { logOut, logOutEverywhere } from "../../owner/log-out.ts";
import type { SessionToken } from "../../owner/open-session.ts";
import { needsSetup, setPassword } from "../../owner/set-password.ts";
import type { Database } from "../../store/database.ts";
import type { LogInCaller, LogInLimit } from "../access/log-in-limit.ts";
import { markCookie, sessionCookie } from "../access/session-cookie.ts";
import {
  dashboardRoute,
  jsonReply,
  type OwnerCaller,
  type Route,
  type RouteDocs,
  type RouteRequest,
} from "../route.ts";

export type AuthRouteDeps = { db: Database; clock: Clock; logInLimit: LogInLimit };

/** Logging in and out. Nothing else here takes a password or gives a session. */
export function authRoutes(deps: AuthRouteDeps): Route[] {
  return [
    dashboardRoute({
      method: "get",
      path: "/auth/session",
      docs: sessionDocs,
      async handle(_, owner) {
        const loggedIn = owner !== undefined;
        const { version } = manifest;
        const role = loggedIn ? "owner" : null;
        const body: DashboardSession = {
          ...{ loggedIn, role, version },
          needsSetup: await needsSetup(deps),
        };
        return Response.json(body);
      },
    }),
    dashboardRoute({
      method: "post",
      path: "/auth/setup",
      body: setupRequest,
      docs: docs("Set the owner's password", "Takes the token of a one-time link, and logs in."),
      async handle(request) {
        const caller = await callerOf(deps, request, undefined);
        const session = await deps.logInLimit.attempt(caller, () =>
          setPassword(deps, request.body),
        );
        return loggedIn(deps, request, session);
      },
    }),
    dashboardRoute({
      method: "post",
      path: "/auth/login",
      body: loginRequest,
      docs: docs(
        "Log in",
        "At most 5 attempts a minute and 30 an hour from one address, or from one browser that has logged in before.",
      ),
      async handle(request, owner) {
        const { password } = request.body;
        const caller = await callerOf(deps, request, owner);
        const session = await deps.logInLimit.attempt(caller, () =>
          logIn(deps, { password, replaces: owner?.sessionId }),
        );
        return loggedIn(deps, request, session);
      },
    }),
    ...logOutRoutes(deps),
  ];
}

/** A browser or a network that has logged in before does not wait behind strangers. */
async function callerOf(
  { db }: AuthRouteDeps,
  { request, client }: RouteRequest<unknown>,
  owner: OwnerCaller | undefined,
): Promise<LogInCaller> {
  const shown = markCookie(client.secure).read(request.headers.get("cookie"));
  const mark = shown !== undefined && (await isBrowserMark(db, shown)) ? shown : undefined;
  const { network } = client;
  return { network, mark, isOwner: owner !== undefined, signal: request.signal };
}

async function loggedIn(
  { db, clock }: AuthRouteDeps,
  request: RouteRequest<unknown>,
  session: SessionToken,
): Promise<Response> {
  const mark = await makeBrowserMark(db);
  const response = noContent(cookieOf(request).write(session, clock.now()));
  if (mark) response.headers.append("set-cookie", markCookie(request.client.secure).write(mark));
  return response;
}

function logOutRoutes(deps: AuthRouteDeps): Route[] {
  return [
    dashboardRoute({
      method: "post",
      path: "/auth/logout",
      docs: docs("Log out", "Ends this session; without one it does nothing."),
      async handle(request, owner) {
        if (owner) await logOut(deps, owner.sessionId);
        return noContent(cookieOf(request).clear());
      },
    }),
    dashboardRoute({
      method: "post",
      path: "/auth/logout-everywhere",
      docs: docs("Log out everywhere", "Ends every session of the owner."),
      async handle(request, owner) {
        if (!owner) throw new AppError("unauthenticated", "You are not logged in.");
        await logOutEverywhere(deps, owner);
        return noContent(cookieOf(request).clear());
      },
    }),
  ];
}

function cookieOf({ client }: RouteRequest<unknown>) {
  return sessionCookie(client.secure);
}

function noContent(cookie: string): Response {
  return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
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
    jsonReply("Whether somebody is logged in, and whether a password is set.", dashboardSession, {
      loggedIn: false,
      needsSetup: true,
      role: null,
      version: "0.1.0",
    }),
  ],
};
