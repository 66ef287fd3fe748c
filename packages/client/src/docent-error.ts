import type { ErrorBody } from "./api-types.ts";

/**
 * What the server says, and what is found here: `network` (it could not be reached), `timeout` (it did not answer in
 * time), `failed` (the answer or the job itself ended with an error) and `protocol` (its reply was not understood, or leads elsewhere).
 */
export type DocentErrorCode = ErrorBody["code"] | "network" | "timeout" | "failed" | "protocol";

type Facts = Partial<Omit<ErrorBody, "error" | "code">> & {
  status?: number;
  retryAfterMs?: number | undefined;
  cause?: unknown;
};

/** The one error of the client. Its message is a sentence for a person. */
export class DocentError extends Error {
  readonly code: DocentErrorCode;
  /** Of HTTP; 0 where there was no reply. */
  readonly status: number;
  /** Names the request in the server's log; "" where there was no reply. */
  readonly requestId: string;
  /** What is wrong with which field of the request. */
  readonly details: ErrorBody["details"];
  /** How long the server asked to wait; undefined where it did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(code: DocentErrorCode, message: string, facts: Facts = {}) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    this.name = "DocentError";
    this.code = code;
    this.status = facts.status ?? 0;
    this.requestId = facts.requestId ?? "";
    this.details = facts.details ?? [];
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** What a reply that is no success says; a proxy before the server may say it in another form. */
export async function errorOf(response: Response): Promise<DocentError> {
  const { status, headers } = response;
  const body = bodyIn(await response.text().catch(() => ""));
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return new DocentError(
    body?.code ?? codeOf(status),
    body?.error ?? `The server answered with status ${status}.`,
    {
      status,
      requestId: body?.requestId ?? headers.get("x-request-id") ?? "",
      details: body?.details ?? [],
      retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined,
    },
  );
}

function bodyIn(text: string): ErrorBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isErrorBody(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== "object" || value === null) return false;
  return "error" in value && typeof value.error === "string" && "code" in value;
}

function codeOf(status: number): DocentErrorCode {
  const known: Record<number, DocentErrorCode> = {
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    429: "rate_limited",
  };
  return known[status] ?? (status < 500 ? "invalid_request" : "unavailable");
}
