import type { ErrorBody, ErrorCode } from "../contract/error.ts";
import { AppError } from "../lib/app-error.ts";
import type { Log } from "../lib/log.ts";
import { isStoreFault } from "../store/store-fault.ts";

const statuses: Record<ErrorCode, number> = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

const unexpected =
  "Something went wrong on our side. Please try again; the request id helps to find out what.";

export function statusOf(code: ErrorCode): number {
  return statuses[code];
}

/** The one place where an error becomes a response. Only an AppError's own sentence reaches the caller. */
export function errorResponse(error: unknown, requestId: string, log: Log): Response {
  const known = toAppError(error);
  if (known.code === "internal") log.error({ err: error, requestId }, "a request failed");
  return refusal(known, requestId);
}

export function refusal(known: AppError, requestId: string): Response {
  const { status, headers, body } = refusalParts(known, requestId);
  return new Response(body, { status, headers });
}

export type RefusalParts = { status: number; headers: Record<string, string>; body: string };

/** The same for whoever has no use for a Response. */
export function refusalParts(known: AppError, requestId: string): RefusalParts {
  const { message: error, code, details, retryAfterSeconds, allow } = known;
  const body: ErrorBody = { error, code, requestId, details };
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    ...(code === "unauthenticated" && { "www-authenticate": "Bearer" }),
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    ...(allow && { allow: allow.join(", ") }),
  };
  return { status: statuses[code], headers, body: JSON.stringify(body) };
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isStoreFault(error)) {
    return new AppError(
      "unavailable",
      "The service cannot reach its store right now. Please try again.",
      {
        cause: error,
        retryAfterSeconds: 5,
      },
    );
  }
  return new AppError("internal", unexpected, { cause: error });
}
