import type { z } from "zod";
import { AppError } from "../../lib/app-error.ts";

/** A webhook's body, as far as it is read. Only what was signed comes here. */
export function parseDelivery<Value>(body: Uint8Array, schema: z.ZodType<Value>): Value {
  const parsed = schema.safeParse(jsonOf(body));
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_request", "The body of this delivery is none that the forge sends.");
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
