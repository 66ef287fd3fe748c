import { z } from "zod";
import { signInRequest } from "../../../contract/dashboard.ts";
import { AppError } from "../../../lib/app-error.ts";
import {
  beginSignIn,
  prepareConnect,
  prepareJoin,
} from "../../../members/sign-in/begin-sign-in.ts";
import {
  finishSignIn,
  type SignedIn,
  type SignInRules,
} from "../../../members/sign-in/finish-sign-in.ts";
import type { IdentityProvider } from "../../../members/sign-in/identity-provider.ts";
import { browserName } from "../../access/browser-name.ts";
import {
  type EnterDeps,
  entryCookies,
  noContent,
  ownAttempt,
  recordEntry,
  recordFailure,
} from "../../access/enter.ts";
import type { LogInLimit } from "../../access/log-in-limit.ts";
import type { RateLimit } from "../../access/rate-limit.ts";
import { signInCookie } from "../../access/session-cookie.ts";
import { statusOf } from "../../error-response.ts";
import { escapeHtml, htmlPage } from "../../html-page.ts";
import {
  dashboardRoute,
  type MemberCaller,
  publicRoute,
  type Route,
  type RouteDocs,
  type RouteRequest,
} from "../../route.ts";

export type SignInRouteDeps = EnterDeps & {
  provider: IdentityProvider;
  rules: SignInRules;
  /** Log-ins that one network may begin or finish in a minute. */
  limit: RateLimit;
  logInLimit: LogInLimit;
};

/** Single sign-on. People open these addresses themselves, so every answer is a page or leads to one. */
export function signInRoutes(deps: SignInRouteDeps): Route[] {
  return [
    publicRoute({
      method: "get",
      path: "/auth/oidc/start",
      docs: pageDocs("Begin single sign-on", "Sends the browser to the identity provider."),
      handle: (request) => asPage(request, () => begin(deps, request)),
    }),
    publicRoute({
      method: "get",
      path: "/auth/oidc/callback",
      docs: pageDocs("End single sign-on", "Where the identity provider sends the browser back."),
      handle: (request) => asPage(request, () => finish(deps, request)),
    }),
    dashboardRoute({
      method: "post",
      path: "/auth/oidc/prepare",
      body: signInRequest,
      docs: prepareDocs,
      async handle(request, caller) {
        const { client } = request;
        deps.limit.take(client.network);
        return noContent([signInCookie(client.secure).write(await prepare(deps, request, caller))]);
      },
    }),
  ];
}

async function prepare(
  deps: SignInRouteDeps,
  request: RouteRequest<z.output<typeof signInRequest>>,
  caller: MemberCaller | undefined,
): Promise<string> {
  const { invitation, current = "" } = request.body;
  if (invitation !== undefined) return prepareJoin(deps, invitation);
  if (!caller) throw new AppError("unauthenticated", "You are not logged in.");
  return deps.logInLimit.attempt(ownAttempt(request, caller), () =>
    prepareConnect(deps, caller, current),
  );
}

async function begin(
  deps: SignInRouteDeps,
  { request, url, client }: RouteRequest<undefined>,
): Promise<Response> {
  deps.limit.take(client.network);
  const cookie = signInCookie(client.secure);
  const isPrepared = url.searchParams.has("prepared");
  const prepared = isPrepared ? (cookie.read(request.headers.get("cookie")) ?? "") : undefined;
  const nextPath = dashboardPath(url.searchParams.get("next"));
  const begun = await beginSignIn(deps, { nextPath, prepared });
  return redirect(begun.url, [cookie.write(begun.kept)]);
}

async function finish(deps: SignInRouteDeps, request: RouteRequest<undefined>): Promise<Response> {
  const { url, client, request: sent } = request;
  deps.limit.take(client.network);
  const cookie = signInCookie(client.secure);
  const entered = await finishSignIn(deps, {
    query: url.searchParams,
    kept: cookie.read(sent.headers.get("cookie")),
    browser: browserName(sent.headers.get("user-agent")),
  });
  if ("refused" in entered) {
    const { claims, refused: error } = entered;
    await recordFailure(deps, request, { claims, action: "Refused single sign-on", error });
    throw error;
  }
  await recordEntry(deps, request, entered.member, { action: actions[entered.did] });
  return redirect(dashboardPath(entered.nextPath), [
    ...entryCookies(deps, request, entered),
    cookie.clear(),
  ]);
}

const actions: Record<SignedIn["did"], string> = {
  "log in": "Log in by single sign-on",
  connect: "Connect single sign-on",
  recognise: "Connect single sign-on by email",
  join: "Join by single sign-on",
};

/** A page of the dashboard or of the docs, whatever was asked for. */
export function dashboardPath(wanted: string | null): string {
  const home = "/dashboard";
  const base = "http://docent.invalid";
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, base)) return home;
  const { origin, pathname, search, hash } = new URL(wanted, base);
  const isOwn = pathname === home || /^\/(?:dashboard|docs)\//.test(pathname);
  const isInside = origin === base && isOwn;
  return isInside ? `${pathname}${search}${hash}` : home;
}

function redirect(location: string, cookies: string[]): Response {
  const headers = new Headers({
    location,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  for (const text of cookies) headers.append("set-cookie", text);
  return new Response(null, { status: 303, headers });
}

async function asPage(
  { log }: RouteRequest<undefined>,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const known = error instanceof AppError ? error : undefined;
    log[known ? "warn" : "error"]({ reason: reasonOf(error) }, "single sign-on did not work");
    const said = known?.message ?? "Something went wrong here. It is written down in the log.";
    const page = htmlPage(
      "Log-in did not work · Docent",
      `<main><h1>Log-in did not work</h1><p class="lead">${escapeHtml(said)}</p>
<p><a href="/dashboard/login">Back to the log-in page</a></p></main>`,
      { status: statusOf(known?.code ?? "internal") },
    );
    page.headers.set("cache-control", "no-store");
    return page;
  }
}

/** What went wrong, without what was sent: a reply of the provider may hold tokens. */
function reasonOf(error: unknown): string {
  const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : "unknown";
}

function pageDocs(summary: string, description: string): RouteDocs {
  const text = { contentType: "text/html", schema: z.string() };
  return {
    tag: "Dashboard",
    summary,
    description,
    responses: [
      { status: 303, description: "On to the provider, or back to the dashboard." },
      ...[401, 403, 409, 429, 500, 503].map((status) => ({
        status,
        description: "A page that says what is wrong.",
        ...text,
      })),
    ],
  };
}

const prepareDocs: RouteDocs = {
  tag: "Dashboard",
  summary: "Say what a single sign-on is for",
  description:
    "Accepting an invitation, or binding the provider to the account of whoever is logged in, who gives the password, or without one has logged in within the last ten minutes. It counts for the next minute, in this browser.",
  responses: [{ status: 204, description: "Done; the cookie is set." }],
};
