import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";

const longestKey = 255;
const keyLifeMs = 24 * 60 * 60_000;

/** "" when there is none. */
export function requireIdempotencyKey(key: string | undefined): string {
  if (key === undefined) return "";
  if (key !== "" && key.length <= longestKey) return key;
  throw new AppError(
    "invalid_request",
    `The header Idempotency-Key takes 1 to ${longestKey} characters.`,
    { details: [{ path: "Idempotency-Key", message: `1 to ${longestKey} characters.` }] },
  );
}

/** A key counts for what was sent with it since this moment. */
export function keysSince(clock: Clock): string {
  return new Date(clock.now().getTime() - keyLifeMs).toISOString();
}
