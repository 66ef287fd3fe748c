import type { z } from "zod";
import { AppError } from "../lib/app-error.ts";
import { parseJson, shortPath } from "./parse-json.ts";

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
  const details = parsed.error.issues.slice(0, listedFaults).map((issue) => ({
    path: shortPath(issue.path.join(".")),
    message: issue.message,
  }));
  const paths = details.map((detail) => detail.path || "the body").slice(0, 3);
  throw new AppError("invalid_request", `The request is not valid: see ${paths.join(", ")}.`, {
    details,
  });
}

function requireJson(request: Request): void {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json") return;
  throw new AppError(
    "unsupported_media_type",
    "Send the body as JSON, with the header Content-Type: application/json.",
  );
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
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
    throw new AppError("invalid_request", "The body is not valid UTF-8.", {
      details: [{ path: "", message: "Encode the JSON as UTF-8." }],
    });
  }
}
