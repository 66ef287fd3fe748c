import type { ErrorCode, ErrorDetail } from "../contract/error.ts";

type Options = {
  cause?: unknown;
  details?: ErrorDetail[];
  retryAfterSeconds?: number;
  /** Methods the address does take, with `method_not_allowed`. */
  allow?: string[];
};

/** The one error product code throws: a code from the closed list and a sentence for a person. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string[] | undefined;

  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allow = options.allow;
  }
}
