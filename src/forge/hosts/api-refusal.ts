import { AppError } from "../../lib/app-error.ts";
import { retryAfterMs } from "../../lib/retry-after.ts";
import { forgeWords } from "./forge-words.ts";
import { duration } from "./host-limits.ts";

export type Refusal = {
  /** The forge as people call it, such as "GitHub". */
  forge: string;
  /** What was to be done: "open the pull request". */
  purpose: string;
  status: number;
  headers: Headers;
  /** The body. */
  text: string;
  secrets: readonly string[];
  /** What to grant, as a sentence; "" where the forge does not say. */
  grant: string;
};

/** What a forge's refusal means, with its own words. */
export function refusalError(refusal: Refusal): AppError {
  const { forge, purpose, status, grant } = refusal;
  const words = forgeWords(refusal.text, refusal.secrets);
  const says = words === "" ? "" : ` ${forge} says: “${words}”`;
  const waitMs = limitMs(refusal);
  if (waitMs !== undefined) return limitError(forge, waitMs, says);
  if (status === 401) {
    const why = `${forge} does not accept the login: the token is wrong, was revoked or has ended.`;
    return new AppError("unauthenticated", `${why}${says}`);
  }
  if (status === 403 || status === 423 || status === 451) {
    const sentence = `${forge} does not let Docent's account ${purpose}.${says}`;
    return new AppError("forbidden", grant === "" ? sentence : `${sentence} ${grant}`);
  }
  if (status === 404 || status === 410) {
    const sentence = `${forge} has nothing there to ${purpose}, or does not let the account see it.`;
    return new AppError("not_found", `${sentence}${says}${grant === "" ? "" : ` ${grant}`}`);
  }
  if (status >= 500 || status === 408) {
    return new AppError("unavailable", `${forge} is having trouble (status ${status}).${says}`);
  }
  return new AppError("conflict", `${forge} refused to ${purpose}.${says || ` Status ${status}.`}`);
}

const shortestSecondaryMs = 60_000;

/** How long the forge wants to be left alone; undefined where the refusal has nothing to do with a limit. */
export function limitMs(refusal: Pick<Refusal, "status" | "headers" | "text">): number | undefined {
  const { status, headers, text } = refusal;
  const asked = retryAfterMs(headers.get("retry-after"));
  const isLimit = status === 429 || (status === 403 && limitWords.test(text.slice(0, 4_096)));
  if (isLimit) return asked ?? resetMs(headers) ?? shortestSecondaryMs;
  if (status === 403 && asked !== undefined) return asked;
  return status === 403 ? resetMs(headers) : undefined;
}

const limitWords = /rate limit|abuse detection|too many requests/i;

/** Until the allowance begins anew; undefined while some of it is left. */
export function resetMs(headers: Headers, now = Date.now()): number | undefined {
  for (const name of ["x-ratelimit", "ratelimit"]) {
    const reset = Number(headers.get(`${name}-reset`) ?? Number.NaN);
    if (headers.get(`${name}-remaining`)?.trim() !== "0" || !Number.isFinite(reset)) continue;
    const inMs = reset * 1_000 - now;
    return Math.min(Math.max(inMs, 1_000), 60 * 60_000);
  }
  return undefined;
}

function limitError(forge: string, waitMs: number, says: string): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  const sentence = `${forge} takes no more requests for now: it asks to be left alone for ${duration(seconds)}. Nothing is lost; Docent goes on by itself then.`;
  return new AppError("rate_limited", `${sentence}${says}`, { retryAfterSeconds: seconds });
}

/** A host that was not reached, or that broke off. Only the code is told: an error of `fetch` may quote headers, and with them the token. */
export function unreachedError(forge: string, error: unknown): AppError {
  const { cause, code = Object(cause).code }: { cause?: unknown; code?: unknown } = Object(error);
  const name = typeof code === "string" ? code.slice(0, 60) : "";
  if (/CERT|SIGNATURE|SELF_SIGNED|ISSUER/.test(name)) {
    const sentence = `The certificate of ${forge} is not trusted here (${name}): name the file of its authority in DOCENT_CA_FILE.`;
    return new AppError("unavailable", sentence);
  }
  const detail = name === "" ? "" : ` (${name})`;
  return new AppError("unavailable", `${forge} cannot be reached, or the line broke${detail}.`);
}
