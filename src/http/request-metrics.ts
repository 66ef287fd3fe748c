import type { Metrics } from "../lib/metrics.ts";
import { placeOf, type SpanPlace, type Traces } from "../lib/telemetry/span.ts";

export type RequestMetrics = {
  /** The place of a request in a trace, by its header; undefined where nobody follows traces. */
  begin(traceparent: string | null): SpanPlace | undefined;
  observe(request: Observed): void;
};

type Observed = {
  method: string;
  route: string;
  status: number;
  seconds: number;
  requestId: string;
  place: SpanPlace | undefined;
};

const methods = new Set(["GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"]);

export function createRequestMetrics(metrics: Metrics, traces?: Traces): RequestMetrics {
  const requests = metrics.counter(
    "docent_http_requests_total",
    "Requests answered, by route and status.",
  );
  const duration = metrics.histogram(
    "docent_http_response_seconds",
    "Time until the reply's headers were ready.",
  );
  return {
    begin: (traceparent) => traces && placeOf(traceparent),
    observe({ route, status, seconds, requestId, place, ...request }) {
      const method = methods.has(request.method) ? request.method : "other";
      requests.add({ method, route, status: String(status) });
      duration.observe(seconds, { route });
      if (!place || probes.has(route)) return;
      const endMs = Date.now();
      traces?.record({
        ...place,
        ...{ name: `${method} ${route}`, kind: "server", isFailed: status >= 500 },
        ...{ startMs: endMs - seconds * 1_000, endMs },
        attributes: {
          "http.request.method": method,
          "http.route": route,
          "http.response.status_code": status,
          "docent.request_id": requestId,
        },
      });
    },
  };
}

/** Asked every few seconds by machines. */
const probes = new Set(["/healthz", "/readyz", "/metrics"]);
