import type { Family, HistogramPoint, LabelledValue, Labels } from "../metrics.ts";
import type { AttributeValue, Span } from "./span.ts";

/** What all that is sent comes from. */
export type Resource = Record<string, AttributeValue>;

const scope = { name: "docent" };
const kinds = { internal: 1, server: 2 };
const failed = { code: 2 };
const cumulative = 2;

/** Spans as OTLP/HTTP takes them in JSON: ids in hex, times and counts as decimal strings, enumerations as numbers. */
export function tracesJson(resource: Resource, spans: Span[]): object {
  const listed = spans.map((span) => ({
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== "" && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    attributes: attributesOf(span.attributes),
    status: span.isFailed ? failed : {},
  }));
  const about = { attributes: attributesOf(resource) };
  return { resourceSpans: [{ resource: about, scopeSpans: [{ scope, spans: listed }] }] };
}

export type Taken = { startMs: number; nowMs: number };

/** Metrics in the same way, under the names that `/metrics` has for them. */
export function metricsJson(resource: Resource, families: Family[], taken: Taken): object {
  const times = {
    startTimeUnixNano: nanoseconds(taken.startMs),
    timeUnixNano: nanoseconds(taken.nowMs),
  };
  const metrics = families.map((family) => ({
    name: family.name,
    description: family.help,
    ...pointsOf(family, times),
  }));
  const about = { attributes: attributesOf(resource) };
  return { resourceMetrics: [{ resource: about, scopeMetrics: [{ scope, metrics }] }] };
}

function pointsOf(family: Family, times: object): object {
  const temporality = { aggregationTemporality: cumulative };
  if (family.type === "histogram") {
    const dataPoints = family.read().map((one) => histogramPoint(one, family.bounds, times));
    return { histogram: { ...temporality, dataPoints } };
  }
  const dataPoints = family.read().map((one) => numberPoint(one, times));
  if (family.type === "gauge") return { gauge: { dataPoints } };
  return { sum: { ...temporality, isMonotonic: true, dataPoints } };
}

function numberPoint({ labels, value }: LabelledValue, times: object): object {
  return { attributes: attributesOf(labels), ...times, asDouble: value };
}

/** Counts of single buckets, where Prometheus adds up those below. */
function histogramPoint(one: HistogramPoint, bounds: readonly number[], times: object): object {
  const upTo = [...one.buckets, one.count];
  return {
    attributes: attributesOf(one.labels),
    ...times,
    count: String(one.count),
    sum: one.sum,
    bucketCounts: upTo.map((count, index) => String(count - (upTo[index - 1] ?? 0))),
    explicitBounds: [...bounds],
  };
}

function attributesOf(values: Labels | Record<string, AttributeValue>): object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: AttributeValue): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** As text: no number holds so many digits. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}
