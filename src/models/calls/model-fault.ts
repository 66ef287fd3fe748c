import type { TokenUsage } from "./token-usage.ts";

/**
 * `rate_limited`, `overloaded`, `unreachable`, `timeout`, `cut`: may be gone when asked again.
 * `refused`: the model declined to answer. `too_long`: the prompt or the reply is over a limit.
 * `bad_reply`: the server did not accept the request, or sent what its protocol does not know.
 * `unauthorised`: the key is missing, wrong, or may not use the model.
 */
export type FaultKind =
  | "rate_limited"
  | "overloaded"
  | "unreachable"
  | "timeout"
  | "cut"
  | "refused"
  | "too_long"
  | "bad_reply"
  | "unauthorised";

type Options = {
  beforeFirstToken: boolean;
  /** The HTTP status of the server's reply. */
  status?: number | undefined;
  /** Whether the same request may succeed a moment later. */
  mayPass?: boolean;
  /** How long the server asks to be left alone. */
  retryAfterMs?: number | undefined;
  usage?: TokenUsage | undefined;
};

/**
 * The one way in which a call of a model fails, apart from an abort. Its message is for the log and for the people of a project: it holds no key and
 * nothing of the prompt. It has no cause, because the errors of providers carry the whole request.
 */
export class ModelFault extends Error {
  readonly kind: FaultKind;
  /** The HTTP status of the server's reply; undefined where it did not answer. */
  readonly status: number | undefined;
  /** Nothing of the reply was handed out. */
  readonly beforeFirstToken: boolean;
  readonly mayPass: boolean;
  readonly retryAfterMs: number | undefined;
  /** What the failed call used, by estimate where the server did not say; undefined where nothing was written. */
  usage: TokenUsage | undefined;

  constructor(kind: FaultKind, message: string, options: Options) {
    super(message);
    this.name = "ModelFault";
    this.kind = kind;
    this.status = options.status;
    this.beforeFirstToken = options.beforeFirstToken;
    this.mayPass = options.mayPass ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.usage = options.usage;
  }
}
