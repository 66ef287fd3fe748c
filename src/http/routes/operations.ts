import type { Metrics } from "../../lib/metrics.ts";
import { type Database, pingDatabase } from "../../store/database.ts";
import { htmlPage } from "../html-page.ts";
import { openApiDocument } from "../openapi-document.ts";
import { referencePage } from "../reference.ts";
import { publicRoute, type Route } from "../route.ts";

export type OperationsDeps = {
  db: Database;
  metrics: Metrics;
  publicUrl: string;
  draining(): boolean;
  hasDashboard: boolean;
  /** The whole table, these routes included. */
  routes(): Route[];
};

export function operationsRoutes(deps: OperationsDeps): Route[] {
  const { publicUrl, routes, metrics } = deps;
  let built: ReturnType<typeof openApiDocument> | undefined;
  const document = () => {
    built ??= openApiDocument(routes(), publicUrl);
    return built;
  };
  return [
    route("/healthz", "Health", "The process is up.", () => Response.json({ status: "ok" })),
    route(
      "/readyz",
      "Readiness",
      "The store answers and the server is not stopping, so send traffic; else status 503.",
      () => readiness(deps),
    ),
    route("/metrics", "Metrics", "Counters and timings in Prometheus' text format.", () =>
      text(metrics.render(), "text/plain; version=0.0.4; charset=utf-8"),
    ),
    route("/openapi.json", "OpenAPI document", "This interface, for machines.", () =>
      Response.json(document()),
    ),
    route("/reference", "Reference", "This interface, for people.", () =>
      referencePage(routes(), publicUrl),
    ),
    route("/", "Welcome", "Where to go from here.", () => welcome(deps)),
  ];
}

function route(
  path: string,
  summary: string,
  description: string,
  handle: () => Response | Promise<Response>,
): Route {
  const responses = [{ status: 200, description: summary }];
  return publicRoute({
    method: "get",
    path,
    docs: { tag: "Operations", summary, description, responses },
    handle,
  });
}

function text(body: string, contentType: string): Response {
  return new Response(body, { headers: { "content-type": contentType } });
}

async function readiness(deps: OperationsDeps): Promise<Response> {
  if (deps.draining())
    return Response.json({ status: "stopping" }, { status: 503, headers: { "retry-after": "5" } });
  const store = await pingDatabase(deps.db).then(
    () => true,
    () => false,
  );
  if (store) return Response.json({ status: "ready" });
  return Response.json(
    { status: "store out of reach" },
    { status: 503, headers: { "retry-after": "5" } },
  );
}

function welcome({ hasDashboard }: OperationsDeps): Response {
  const dashboard = hasDashboard ? '<li><a href="/dashboard">Dashboard</a></li>' : "";
  return htmlPage(
    "Docent",
    `<h1>Docent</h1><p class="lead">Answers readers' questions from your docs, every statement cited to the lines it came from.</p>
<ul>${dashboard}<li><a href="/reference">API reference</a></li><li><a href="/openapi.json">OpenAPI document</a></li><li><a href="/readyz">Is it ready?</a></li></ul>`,
  );
}
