import { z } from "zod";
import type { TelemetrySettings } from "../lib/telemetry/exporter.ts";
import { address, type Values } from "./setting-rules.ts";

const oneHeader = /^[\w!#$%&'*+.^`|~-]+=[\x20-\x7e]*$/;

/** Those of OpenTelemetry itself, by its own names. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    rule: address.optional(),
    help: "Collector that gets traces and metrics by OTLP over HTTP, such as http://127.0.0.1:4318. Unset: nothing is sent.",
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    rule: z
      .string()
      .transform((text) => text.split(",").filter((pair) => pair.trim() !== ""))
      .refine(
        (pairs) => pairs.every((pair) => oneHeader.test(pair.trim())),
        "must be name=value pairs, separated by commas",
      )
      .default([]),
    help: "Headers for the collector as name=value pairs, separated by commas; values may be percent-encoded. Secret.",
  },
  OTEL_SERVICE_NAME: {
    rule: z.string().default("docent"),
    help: "Name of this service in traces and metrics.",
  },
};

export function toTelemetry(read: Values<typeof telemetrySettings>): TelemetrySettings | undefined {
  const endpoint = read.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const headers = Object.fromEntries(read.OTEL_EXPORTER_OTLP_HEADERS.map(headerOf));
  return { endpoint, headers, serviceName: read.OTEL_SERVICE_NAME };
}

function headerOf(pair: string): [string, string] {
  const [name = "", ...rest] = pair.trim().split("=");
  const value = rest.join("=");
  // Some give values as they are, with a percent sign that stands for itself.
  return [name, /%(?![0-9a-f]{2})/i.test(value) ? value : decoded(value)];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
