import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { repeat } from "../repeat.ts";
import { metricsJson, type Resource, tracesJson } from "./otlp-json.ts";
import type { Span, Traces } from "./span.ts";

export type TelemetrySettings = {
  endpoint: string;
  /** May hold a token of the collector: shown to nobody. */
  headers: Record<string, string>;
  serviceName: string;
};

type Deps = {
  settings: TelemetrySettings;
  metrics: Metrics;
  log: Log;
  resource: Resource;
  spansMs?: number;
  metricsMs?: number;
};

export type Exporter = Traces & { stop(): Promise<void> };

/** Spans beyond these are lost: those who ask must not pay for a collector that is slow or away. */
const mostWaiting = 2_048;
const mostAtOnce = 512;
const sendMs = 10_000;

/** Sends spans and metrics to a collector by OTLP over HTTP, and never lets anybody wait for it. */
export function createExporter(deps: Deps): Exporter {
  const { log, metrics, settings, spansMs = 5_000, metricsMs = 60_000 } = deps;
  const resource = { "service.name": settings.serviceName, ...deps.resource };
  const startMs = Date.now();
  let waiting: Span[] = [];
  const lost = metrics.counter("docent_spans_lost_total", "Spans that no collector took.");
  let isAway = false;
  const onError = (err: unknown) => {
    if (!isAway)
      log.warn({ err }, "the collector of OpenTelemetry took nothing; this is said once");
    isAway = true;
  };
  const send = async (path: string, body: object) => {
    await post(settings, path, body);
    isAway = false;
  };
  const sendSpans = async () => {
    while (waiting.length > 0) {
      const some = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      await send("/v1/traces", tracesJson(resource, some)).catch((error) => {
        lost.add({}, some.length);
        throw error;
      });
    }
  };
  const sendMetrics = () => {
    const taken = { startMs, nowMs: Date.now() };
    return send("/v1/metrics", metricsJson(resource, metrics.families(), taken));
  };
  const rounds = [
    repeat(sendSpans, { pauseMs: spansMs, onError }),
    repeat(sendMetrics, { pauseMs: metricsMs, onError }),
  ];
  for (const round of rounds) round.start();
  return {
    record(span) {
      if (waiting.length < mostWaiting) waiting.push(span);
      else lost.add();
    },
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
      await Promise.all([sendSpans(), sendMetrics()]).catch(onError);
    },
  };
}

/** Says of a failure what it was, and not where or with which headers. */
async function post({ endpoint, headers }: TelemetrySettings, path: string, body: object) {
  const response = await fetch(`${endpoint}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(sendMs),
  }).catch((error) => {
    throw new Error(`it could not be reached: ${reasonOf(error)}`);
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`it answered with status ${response.status}`);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.name;
}
