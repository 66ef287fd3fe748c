import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { createExporter } from "./exporter.ts";
import { metricsJson, tracesJson } from "./otlp-json.ts";
import { placeBelow, placeOf, type Span } from "./span.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";

test("a request takes its place below the span that its caller names", () => {
  const place = placeOf(`00-${traceId}-00f067aa0ba902b7-01`);
  expect(place).toMatchObject({ traceId, parentSpanId: "00f067aa0ba902b7" });
  expect(placeBelow(place)).toMatchObject({ traceId, parentSpanId: place.spanId });
});

test.each([
  null,
  "",
  "rubbish",
  `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId}-00f067aa0ba902b7-00`,
  `ff-${traceId}-00f067aa0ba902b7-01`,
  `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`,
  `00-${traceId}-00f067aa0ba902b7-01-${"x".repeat(100_000)}`,
])("what names no span, or one that nobody keeps, begins a trace of its own", (header) => {
  const place = placeOf(header);
  expect(place.parentSpanId).toBe("");
  expect(place.traceId).not.toBe(traceId);
  expect(place.traceId).toMatch(/^[0-9a-f]{32}$/);
});

const span: Span = {
  ...{ traceId, spanId: "00f067aa0ba902b7", parentSpanId: "", name: "answer", kind: "internal" },
  ...{ startMs: 1_700_000_000_000.25, endMs: 1_700_000_000_100, isFailed: true },
  attributes: { state: "answered", citations: 3, share: 0.5, isNew: true },
};

test("spans are written as OTLP's JSON has them", () => {
  expect(tracesJson({ "service.name": "docent" }, [span])).toEqual({
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "docent" } }] },
        scopeSpans: [
          {
            scope: { name: "docent" },
            spans: [
              {
                ...{ traceId, spanId: "00f067aa0ba902b7", name: "answer", kind: 1 },
                startTimeUnixNano: "1700000000000250000",
                endTimeUnixNano: "1700000000100000000",
                attributes: [
                  { key: "state", value: { stringValue: "answered" } },
                  { key: "citations", value: { intValue: "3" } },
                  { key: "share", value: { doubleValue: 0.5 } },
                  { key: "isNew", value: { boolValue: true } },
                ],
                status: { code: 2 },
              },
            ],
          },
        ],
      },
    ],
  });
});

test("metrics are written as OTLP's JSON has them, with counts of single buckets", () => {
  const metrics = createMetrics();
  metrics.counter("answers_total", "Answers.").add({ state: "cut" }, 2);
  metrics.gauge("running", "Running.", () => 1);
  const seconds = metrics.histogram("seconds", "Time.", [1, 10]);
  for (const value of [0.5, 0.6, 5, 60]) seconds.observe(value);
  const times = { startTimeUnixNano: "1000000", timeUnixNano: "2000000" };
  const json = metricsJson({}, metrics.families(), { startMs: 1, nowMs: 2 });
  const state = [{ key: "state", value: { stringValue: "cut" } }];
  expect(json).toMatchObject({
    resourceMetrics: [
      {
        scopeMetrics: [
          {
            metrics: [
              {
                name: "answers_total",
                sum: {
                  ...{ aggregationTemporality: 2, isMonotonic: true },
                  dataPoints: [{ attributes: state, ...times, asDouble: 2 }],
                },
              },
              { name: "running", gauge: { dataPoints: [{ asDouble: 1 }] } },
              {
                name: "seconds",
                histogram: {
                  dataPoints: [
                    {
                      ...{ count: "4", sum: 66.1, ...times, explicitBounds: [1, 10] },
                      bucketCounts: ["2", "1", "1"],
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  });
});

type Heard = { path: string; token: string | undefined; body: string };

async function startCollector(status: () => number) {
  const heard: Heard[] = [];
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    heard.push({ path: request.url ?? "", token: request.headers["x-token"]?.toString(), body });
    reply.statusCode = status();
    reply.end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return { heard, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}

function exporterTo(endpoint: string) {
  const lines: string[] = [];
  const log = createLog(
    { level: "warn", format: "json" },
    { write: (line) => void lines.push(line) },
  );
  const metrics = createMetrics();
  const settings = { endpoint, headers: { "x-token": "hush-hush" }, serviceName: "docs" };
  const often = { spansMs: 1, metricsMs: 3_600_000 };
  return {
    lines,
    metrics,
    exporter: createExporter({ settings, metrics, log, resource: {}, ...often }),
  };
}

test("spans and metrics reach the collector with its headers, the last ones at the stop", async () => {
  const { heard, url } = await startCollector(() => 200);
  const { exporter } = exporterTo(url);
  exporter.record(span);
  await expect
    .poll(() => heard.map(({ path }) => path).sort())
    .toEqual(["/v1/metrics", "/v1/traces"]);
  exporter.record({ ...span, name: "the last one" });
  await exporter.stop();
  expect(heard.some(({ body }) => body.includes("the last one"))).toBe(true);
  expect(heard.every(({ token }) => token === "hush-hush")).toBe(true);
});

test("a collector that refuses or is away costs spans and a line of the log, in which no secret is", async () => {
  const { url } = await startCollector(() => 500);
  for (const endpoint of [url, "http://127.0.0.1:1"]) {
    const { exporter, lines, metrics } = exporterTo(endpoint);
    for (let count = 0; count < 3_000; count += 1) exporter.record(span);
    await exporter.stop();
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join("")).not.toContain("hush-hush");
    expect(metrics.render()).toMatch(/^docent_spans_lost_total [1-9]\d+$/m);
  }
});
