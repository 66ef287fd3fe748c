import { type ErrorCode, type ErrorDetail, errorBody } from "../../src/contract/error.ts";

export type Requested = {
  method?: "GET" | "POST";
  body?: unknown;
  accept?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

type Failure = {
  error: string;
  status: number;
  code?: ErrorCode;
  details?: ErrorDetail[];
  requestId?: string;
};

/** What went wrong with a request; `message` is a sentence for a person. Status 0: no reply at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  readonly requestId: string;

  constructor({ error, status, code = "internal", details = [], requestId = "" }: Failure) {
    super(error);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** Marks a request as the dashboard's own; a form on another site cannot send it. */
export const dashboardHeader = { "x-docent-dashboard": "1" };

export async function send(path: string, request: Requested): Promise<Response> {
  const { method = "GET", body, accept = "application/json", headers = {}, signal } = request;
  const init: RequestInit = {
    method,
    credentials: "same-origin",
    headers: { accept, ...dashboardHeader, ...headers },
  };
  if (signal) init.signal = signal;
  if (method === "POST") {
    init.body = JSON.stringify(body ?? {});
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (signal?.aborted && !isTimeout(signal)) throw cause;
    throw new ApiError({
      error: "The server cannot be reached. Check that it is running, then try again.",
      status: 0,
      code: "unavailable",
    });
  }
}

function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

export async function readFailure(response: Response): Promise<ApiError> {
  const parsed = errorBody.safeParse(await response.json().catch(() => undefined));
  const { status } = response;
  if (!parsed.success) return new ApiError({ error: unknownFailure(status), status });
  const wait = response.headers.get("retry-after");
  const error = waitHint(parsed.data.error, status, wait);
  return new ApiError({ ...parsed.data, error, status });
}

function unknownFailure(status: number): string {
  return `The server answered with status ${status} and said no more. Try again in a moment.`;
}

function waitHint(sentence: string, status: number, wait: string | null): string {
  const seconds = Number(wait);
  if (status !== 429 || !wait || !Number.isFinite(seconds)) return sentence;
  const time = seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
  return `${sentence} Try again in ${time}.`;
}
