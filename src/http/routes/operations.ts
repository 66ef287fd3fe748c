import { once } from "node:events";
import { z } from "zod";
import type { Metrics } from "../../lib/metrics.ts";
import { type Database, pingDatabase } from "../../store/database.ts";
import { htmlPage } from "../html-page.ts";
import { openApiDocument } from "../openapi-document.ts";
import { referencePage } from "../reference/reference-page.ts";
import { jsonReply, publicRoute, type Route, type RouteResponse } from "../route.ts";

export type OperationsDeps = {
  db: Database;
  metrics: Metrics;
  publicUrl: string;
  draining(): boolean;
  /** What this node does, where that is not everything. */
  roles?: readonly string[] | undefined;
  hasDashboard: boolean;
  /** The whole table, these routes included. */
  routes(): Route[];
};

export function operationsRoutes(deps: OperationsDeps): Route[] {
  const { publicUrl, routes, metrics } = deps;
  return [
    route("/healthz", jsonReply("The process is up.", state), "Health", () =>
      stateReply(deps, "ok"),
    ),
    route(
      "/readyz",
      jsonReply(
        "The store answers and the server is not stopping, so send traffic; else status 503.",
        state,
      ),
      "Readiness",
      () => readiness(deps),
    ),
    route(
      "/metrics",
      page("Counters and timings in Prometheus' text format.", "text/plain"),
      "Metrics",
      () => text(metrics.render(), "text/plain; version=0.0.4; charset=utf-8"),
    ),
    route(
      "/openapi.json",
      jsonReply("This interface, for machines.", z.looseObject({ openapi: z.string() })),
      "OpenAPI document",
      kept(() => Response.json(openApiDocument(routes(), publicUrl))),
    ),
    route(
      "/reference",
      page("This interface, for people."),
      "Reference",
      kept(() => referencePage(routes(), publicUrl)),
    ),
    route("/", page("Where to go from here."), "Welcome", () => welcome(deps)),
  ];
}

const state = z.object({ status: z.string(), roles: z.array(z.string()).optional() });

function page(description: string, contentType = "text/html"): RouteResponse {
  return { status: 200, description, contentType, schema: z.string() };
}

function route(
  path: string,
  reply: RouteResponse,
  summary: string,
  handle: () => Response | Promise<Response>,
): Route {
  const { description } = reply;
  const unready = { ...jsonReply("Do not send traffic.", state), status: 503 };
  const responses = path === "/readyz" ? [reply, unready] : [reply];
  return publicRoute({
    method: "get",
    path,
    docs: { tag: "Operations", summary, description, responses },
    handle,
  });
}

/** The same for everybody: built for the first who asks. */
function kept(build: () => Response): () => Promise<Response> {
  let built: Promise<[ArrayBuffer, { headers: Headers }]> | undefined;
  const read = async (response: Response): Promise<[ArrayBuffer, { headers: Headers }]> => [
    await response.arrayBuffer(),
    { headers: response.headers },
  ];
  return async () => {
    built ??= read(build());
    return new Response(...(await built));
  };
}

function text(body: string, contentType: string): Response {
  return new Response(body, { headers: { "content-type": contentType } });
}

async function readiness(deps: OperationsDeps): Promise<Response> {
  if (deps.draining()) return stateReply(deps, "stopping");
  return stateReply(deps, (await isReachable(deps.db)) ? "ready" : "store out of reach");
}

const storeMs = 3_000;

/** A store that does not answer is as bad as one that says no. */
async function isReachable(db: Database): Promise<boolean> {
  const late = AbortSignal.timeout(storeMs);
  const ping = pingDatabase(db).then(
    () => true,
    () => false,
  );
  return Promise.race([ping, once(late, "abort").then(() => false)]);
}

function stateReply({ roles }: OperationsDeps, status: string): Response {
  const body = { status, ...(roles && { roles }) };
  if (status === "ok" || status === "ready") return Response.json(body);
  return Response.json(body, { status: 503, headers: { "retry-after": "5" } });
}

function welcome({ hasDashboard }: OperationsDeps): Response {
  const dashboard = hasDashboard ? '<li><a href="/dashboard">Dashboard</a></li>' : "";
  return htmlPage(
    "Docent",
    `<main><h1>Docent</h1><p class="lead">Answers readers' questions from your docs, every statement cited to the lines it came from.</p>
<ul>${dashboard}<li><a href="/reference">API reference</a></li><li><a href="/openapi.json">OpenAPI document</a></li><li><a href="/readyz">Is it ready?</a></li></ul></main>`,
  );
}
