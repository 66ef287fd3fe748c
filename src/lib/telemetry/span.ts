import { randomBytes } from "node:crypto";

/** Where a span stands: in which trace, and below which other span. */
export type SpanPlace = {
  traceId: string;
  spanId: string;
  /** "" at the top of a trace. */
  parentSpanId: string;
};

export type AttributeValue = string | number | boolean;

/** Work that has ended. Names and attributes are Docent's own words, ids and figures: never a question, a key or an address. */
export type Span = SpanPlace & {
  name: string;
  kind: "server" | "internal";
  startMs: number;
  endMs: number;
  attributes: Record<string, AttributeValue>;
  isFailed: boolean;
};

/** Takes spans and sends them on in its own time. */
export type Traces = { record(span: Span): void };

const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f][13579bdf]$/;
const notNamed = /^0+$/;

/** The place of a request by its header `traceparent`; a trace of its own where that says nothing, or that nobody keeps it. */
export function placeOf(header: string | null): SpanPlace {
  const [, traceId = "", parentSpanId = ""] = traceparent.exec(header ?? "") ?? [];
  const isNamed = traceId !== "" && !notNamed.test(traceId) && !notNamed.test(parentSpanId);
  if (!isNamed) return { traceId: hex(16), spanId: hex(8), parentSpanId: "" };
  return { traceId, spanId: hex(8), parentSpanId };
}

/** A place below another one; that of a trace of its own where there is none. */
export function placeBelow(place: SpanPlace | undefined): SpanPlace {
  if (!place) return placeOf(null);
  return { traceId: place.traceId, spanId: hex(8), parentSpanId: place.spanId };
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
