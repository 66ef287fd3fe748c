import type { z } from "zod";
import type { ErrorDetail } from "../contract/error.ts";
import { AppError } from "../lib/app-error.ts";

/** A client in the middle of an upload reads no reply: what is too large is read to its end up to here, and thrown away. */
const discardedBytes = 32 * 1024 * 1024;
const listedFaults = 50;

export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  requireJson(request);
  const value = parseJson(decode(await readBytes(request, maxBytes)));
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = faultsOf(parsed.error);
  const paths = details.map((detail) => detail.path || "the body").slice(0, 3);
  throw invalid(`The request is not valid: see ${paths.join(", ")}.`, details);
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

const deepest = 64;
const listedCharacterFaults = 20;
const longestPath = 200;

/** JSON from outside: bounded in depth, no NUL in any string, no `__proto__`, half surrogate pairs (text cut in mid-emoji) repaired. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > deepest) {
    throw invalid("The body is nested too deeply.", [
      { path: "", message: `At most ${deepest} levels.` },
    ]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("The body is not valid JSON.", [{ path: "", message: "Send one JSON object." }]);
  }
  const faults: ErrorDetail[] = [];
  const cleaned = clean(value, "", faults);
  if (faults.length > 0)
    throw invalid("The body contains a NUL character or a key named __proto__.", faults);
  return cleaned;
}

function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) most = Math.max(most, ++depth);
    else if (character === 0x7d || character === 0x5d) depth -= 1;
  }
  return most;
}

function clean(value: unknown, path: string, faults: ErrorDetail[]): unknown {
  if (typeof value === "string") return cleanString(value, path, faults);
  if (Array.isArray(value))
    return value.map((item, index) => clean(item, join(path, String(index)), faults));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const name = cleanString(key, path, faults);
    if (name === "__proto__") report(faults, path, "A key must not be named __proto__.");
    return [name, clean(item, join(path, name), faults)];
  });
  return Object.fromEntries(entries);
}

function cleanString(text: string, path: string, faults: ErrorDetail[]): string {
  if (text.includes("\0")) report(faults, path, "Must not contain a NUL character.");
  return text.toWellFormed();
}

function report(faults: ErrorDetail[], path: string, message: string): void {
  if (faults.length < listedCharacterFaults) faults.push({ path: shortPath(path), message });
}

/** Paths hold the caller's own keys: unbounded, each fault would send a long key back once more. */
export function shortPath(path: string): string {
  return path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
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
  const details = faultsOf(parsed.error);
  const names = [...new Set(details.map((detail) => detail.path))].join(", ");
  throw invalid(`The query parameters are not valid: see ${names}.`, details);
}

function faultsOf({ issues }: z.ZodError): ErrorDetail[] {
  return issues
    .slice(0, listedFaults)
    .map(({ path, message }) => ({ path: shortPath(path.join(".")), message }));
}
