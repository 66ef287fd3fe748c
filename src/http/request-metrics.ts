import type { Metrics } from "../lib/metrics.ts";

export type RequestMetrics = {
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
};

const methods = new Set(["GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"]);

export function createRequestMetrics(metrics: Metrics): RequestMetrics {
  const requests = metrics.counter(
    "docent_http_requests_total",
    "Requests answered, by route and status.",
  );
  const duration = metrics.histogram(
    "docent_http_response_seconds",
    "Time until the reply's headers were ready.",
  );
  return {
    observe({ method, route, status, seconds }) {
      requests.add({
        method: methods.has(method) ? method : "other",
        route,
        status: String(status),
      });
      duration.observe(seconds, { route });
    },
  };
}
