import { Hono } from "hono";
import type { KeyKind } from "../contract/keys.ts";
import { decodedPart } from "../docs/page/link-parts.ts";
import { requireRole } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import type { SpanPlace } from "../lib/telemetry/span.ts";
import type { Database } from "../store/database.ts";
import { authenticate } from "./access/authenticate.ts";
import { type Client, clientOf, type ProxyList } from "./access/client.ts";
import { corsHeaders, preflight } from "./access/cors.ts";
import type { FairLimit } from "./access/fair-limit.ts";
import type { RateLimit } from "./access/rate-limit.ts";
import { type CompressJson, createJsonCompressor } from "./compress-json.ts";
import { errorResponse } from "./error-response.ts";
import { pageForPeople } from "./page-for-people.ts";
import { readBody } from "./read-request.ts";
import { recordCall } from "./record-call.ts";
import type { RequestMetrics } from "./request-metrics.ts";
import { type Access, type Caller, leastRole, type Route } from "./route.ts";

export type AppDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  routes: Route[];
  proxies: ProxyList;
  /** Absent: there is no dashboard, and nobody can be logged in. */
  dashboard?: { publicUrl: string } | undefined;
  limits: { maxBodyBytes: number; perKey: FairLimit; perAddress: RateLimit };
  /** Lets one large body be read in each turn of the event loop. */
  turn(): Promise<void>;
  metrics: RequestMetrics;
  /** True once the server has been told to stop: new work is refused. */
  draining(): boolean;
};

/** What the server passes beside the request; absent when a test calls the app in memory. */
export type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } };
export type App = Hono<{ Bindings: NodeBindings }>;

/** Parts of the site where even an unknown path is only for keys of the right kind. */
export const guardedAreas: { prefix: string; access: KeyKind; param: "projectId" | "domain" }[] = [
  { prefix: "/v1/agent/", access: "admin", param: "projectId" },
  { prefix: "/v1/projects/", access: "admin", param: "projectId" },
  { prefix: "/v1/analytics/", access: "admin", param: "projectId" },
  { prefix: "/v1/gate/", access: "admin", param: "projectId" },
  { prefix: "/discovery/v1/suggestions/", access: "assistant", param: "domain" },
  { prefix: "/discovery/v1/feedback/", access: "assistant", param: "domain" },
  { prefix: "/discovery/v2/assistant/", access: "assistant", param: "domain" },
];

export function createApp(deps: AppDeps): App {
  const app: App = new Hono();
  const compress = createJsonCompressor();
  const answer = (path: string, routes: Route[]) =>
    app.all(path, ({ req, env }) => {
      const peer = env?.incoming?.socket?.remoteAddress ?? "unknown";
      const arrival = { request: req.raw, params: req.param(), peer, routes };
      return answerRequest({ ...deps, compress }, arrival);
    });
  const byPath = Map.groupBy(deps.routes, (route) => route.path);
  for (const [path, routes] of byPath) answer(honoPath(path), routes);
  answer("*", []);
  return app;
}

type Arrival = { request: Request; params: Record<string, string>; peer: string; routes: Route[] };
type Call = {
  url: URL;
  access: AccessRule;
  requestId: string;
  log: Log;
  client: Client;
  place: SpanPlace | undefined;
  setCookie(text: string): void;
  /** Answered to a session: nobody else may keep the reply. */
  isForSession: boolean;
};
type AccessRule = { kind: Access; params: Record<string, string> };

/** Every request passes here, so that each reply has its id, its log line and the one error shape. */
async function answerRequest(
  deps: AppDeps & { compress: CompressJson },
  arrival: Arrival,
): Promise<Response> {
  const { request, routes } = arrival;
  const started = performance.now();
  const url = new URL(request.url);
  const requestId = newId("req");
  const place = deps.metrics.begin(request.headers.get("traceparent"));
  const cookies: string[] = [];
  const behind = { proxies: deps.proxies, publicUrl: deps.dashboard?.publicUrl };
  const call: Call = {
    url,
    access: accessOf(arrival, url),
    requestId,
    log: deps.log.child({ requestId }),
    client: clientOf(request, arrival.peer, behind),
    place,
    setCookie: (text) => void cookies.push(text),
    isForSession: false,
  };
  const reply = await handle(deps, arrival, call).catch((error) =>
    errorResponse(error, requestId, call.log),
  );
  const shown = await pageForPeople(request, reply, deps.dashboard !== undefined);
  const response = await deps.compress(request, shown);
  response.headers.set("x-request-id", requestId);
  response.headers.set("x-content-type-options", "nosniff");
  // A route that logs in or out has the last word on the cookie.
  if (!response.headers.has("set-cookie"))
    for (const text of cookies) response.headers.append("set-cookie", text);
  if (call.access.kind !== "public" && !response.headers.has("cache-control"))
    response.headers.set("cache-control", "no-store");
  if (call.isForSession) keepToSession(response);
  if (isForBrowsers(call.access.kind) && !call.isForSession) {
    for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value);
  }
  const ms = performance.now() - started;
  const { method } = request;
  const { status } = response;
  deps.metrics.observe({
    method,
    route: routes[0]?.path ?? "unknown",
    status,
    seconds: ms / 1_000,
    requestId,
    place,
  });
  call.log.info({ method, path: url.pathname, status, ms: Math.round(ms) }, "request");
  return response;
}

async function handle(deps: AppDeps, arrival: Arrival, call: Call): Promise<Response> {
  const { request, params, routes } = arrival;
  const { access } = call;
  if (isForBrowsers(access.kind) && request.method === "OPTIONS")
    return preflight(request, allowedMethods(routes, access.kind));
  if (access.kind !== "public") {
    deps.limits.perAddress.take(call.client.network);
    if (deps.draining()) throw drainingError();
  }
  const wanted = request.method === "HEAD" ? "get" : request.method.toLowerCase();
  const { takesPass, takesToken } =
    routes.find(({ method }) => method === wanted) ?? routes[0] ?? {};
  const taken = { takesPass, takesToken };
  const arrived = { ...call, ...taken, request, access: access.kind, params: access.params };
  const actor = await authenticate(deps, arrived);
  const { network } = call.client;
  call.isForSession = actor?.kind === "member" || isByLink(actor);
  if (actor)
    deps.limits.perKey.take(actor.kind === "member" ? actor.sessionId : actor.keyId, network);
  const route = routeFor(request.method, hasNul(params) ? [] : routes);
  if (actor?.kind === "member" && access.kind !== "dashboard") requireRole(actor, leastRole(route));
  const bodyRules = { maxBytes: deps.limits.maxBodyBytes, beforeLarge: deps.turn };
  const body = route.body && (await readBody(request, route.body, bodyRules));
  const response = await route.handle({ request, params, body, ...call }, actor);
  const { client, log } = call;
  await recordCall(deps, { route, params, body, client, log }, actor, response);
  if (request.method !== "HEAD") return response;
  await response.body?.cancel();
  return new Response(null, response);
}

/** Whoever came by a link has it in a cookie. */
function isByLink(actor: Caller | undefined): boolean {
  return actor !== undefined && "link" in actor && actor.link !== undefined;
}

/** No cache between may hand it to somebody else, and none is left behind in a browser. */
function keepToSession({ headers }: Response): void {
  headers.append("vary", "cookie");
  headers.set("cache-control", "no-store");
}

function accessOf(arrival: Arrival, url: URL): AccessRule {
  const route = arrival.routes[0];
  if (route) return { kind: route.access, params: arrival.params };
  const area = guardedAreas.find((candidate) => url.pathname.startsWith(candidate.prefix));
  if (!area) return { kind: "public", params: {} };
  const name = decodedPart(url.pathname.slice(area.prefix.length).split("/")[0] ?? "");
  return { kind: area.access, params: { [area.param]: name } };
}

function routeFor(method: string, routes: Route[]): Route {
  const wanted = method === "HEAD" ? "GET" : method;
  const route = routes.find((candidate) => candidate.method.toUpperCase() === wanted);
  if (route) return route;
  if (routes.length === 0)
    throw new AppError(
      "not_found",
      "There is nothing at this address. /reference lists what there is.",
    );
  const allow = allowedMethods(routes, routes[0]?.access);
  throw new AppError("method_not_allowed", `This address takes ${allow.join(", ")}.`, { allow });
}

/** Browsers may call these from other sites; what a key allows is decided when it is known. */
function isForBrowsers(access: Access | undefined): boolean {
  return access === "assistant" || access === "reader";
}

/** A preflight is answered where browsers may call from other sites, and nowhere else. */
function allowedMethods(routes: Route[], access: Access | undefined): string[] {
  const own = routes.map((route) => route.method.toUpperCase());
  return [
    ...own,
    ...(own.includes("GET") ? ["HEAD"] : []),
    ...(isForBrowsers(access) ? ["OPTIONS"] : []),
  ];
}

/** No stored text holds a NUL, and PostgreSQL refuses to compare with one. */
function hasNul(params: Record<string, string>): boolean {
  return Object.values(params).some((value) => value.includes("\0"));
}

function drainingError(): AppError {
  return new AppError("unavailable", "The server is restarting. Please try again in a moment.", {
    retryAfterSeconds: 5,
  });
}

/** `{rest}` takes the remaining path; every other parameter one segment. */
function honoPath(path: string): string {
  return path.replace(/\{rest\}$/, ":rest{.*}").replace(/\{(\w+)\}/g, ":$1");
}
