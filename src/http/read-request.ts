import type { z } from "zod";
import type { ErrorDetail } from "../contract/error.ts";
import { AppError } from "../lib/app-error.ts";
import { findFaults } from "./find-faults.ts";
import { listedFaults, parseJson, shownPath } from "./parse-json.ts";

/** A client in the middle of an upload reads no reply: what is too large is read to its end up to here, and thrown away. */
const discardedBytes = 32 * 1024 * 1024;
/** Below this many characters, even nothing but wrong items is soon seen through. */
const smallText = 4_000;

export type BodyRules = {
  maxBytes: number;
  /** Waited for when a body has come that takes time to look at. */
  beforeLarge?(): Promise<void>;
};

/** From here on, reading a body takes noticeably long. */
export const largeBytes = 65_536;

export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { maxBytes, beforeLarge }: BodyRules,
): Promise<z.output<Schema>> {
  requireJson(request);
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length > largeBytes) await beforeLarge?.();
  const text = decode(bytes);
  const value = parseJson(text);
  const faults = text.length > smallText ? findFaults(schema, value, listedFaults) : [];
  if (faults.length > 0) throw wrongShape(detailsOf(faults));
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw wrongShape(detailsOf(parsed.error.issues));
}

function wrongShape(details: ErrorDetail[]): AppError {
  const paths = details.map((detail) => detail.path || "the body").slice(0, 3);
  return invalid(`The request is not valid: see ${paths.join(", ")}.`, details);
}

function requireJson(request: Request): void {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json") return;
  throw new AppError(
    "unsupported_media_type",
    "Send the body as JSON, with the header Content-Type: application/json.",
  );
}

/** A body as it came, of at most this many bytes. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = new AppError(
    "too_large",
    `The body is larger than the ${maxBytes} bytes this server accepts.`,
  );
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > maxBytes + discardedBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes + discardedBytes) break;
      if (size <= maxBytes) chunks.push(chunk);
    }
  } catch (cause) {
    throw new AppError("invalid_request", "The body broke off before its end.", { cause });
  }
  if (size > maxBytes) throw tooLarge;
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("The body is not valid UTF-8.", [
      { path: "", message: "Encode the JSON as UTF-8." },
    ]);
  }
}

function invalid(message: string, details: ErrorDetail[]): AppError {
  return new AppError("invalid_request", message, { details });
}

/** The query of an address, parsed by its schema. A parameter given without a value counts as left out; of two, the first counts. */
export function readQuery<Schema extends z.ZodObject>(url: URL, schema: Schema): z.output<Schema> {
  const given = Object.keys(schema.shape).flatMap((name) => {
    const value = url.searchParams.get(name);
    return value === null || value === "" ? [] : [[name, value]];
  });
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const details = detailsOf(parsed.error.issues);
  const names = [...new Set(details.map((detail) => detail.path))].join(", ");
  throw invalid(`The query parameters are not valid: see ${names}.`, details);
}

function detailsOf(faults: { path: PropertyKey[]; message: string }[]): ErrorDetail[] {
  return faults
    .slice(0, listedFaults)
    .map(({ path, message }) => ({ path: shownPath(path), message }));
}
