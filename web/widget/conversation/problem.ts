import type { ErrorBody } from "../../../src/contract/error.ts";

/** What can go wrong, as a reader has to be told it. */
export const problemKinds = [
  "offline",
  "unreachable",
  "rate",
  "full",
  "key",
  "origin",
  "domain",
  "long",
  "invalid",
  "broken",
  "server",
] as const;
export type ProblemKind = (typeof problemKinds)[number];

export class Problem extends Error {
  kind: ProblemKind;
  /** When it makes sense to try again, in milliseconds since 1970. */
  retryAt: number | undefined;

  constructor(kind: ProblemKind, message: string, retryAt?: number) {
    super(message);
    this.kind = kind;
    this.retryAt = retryAt;
  }
}

type Refusal = { status: number; body: Partial<ErrorBody>; retryAfter: string | null; now: number };

/** A refusal of the server as a problem. */
export function problemOf({ status, body, retryAfter, now }: Refusal): Problem {
  const seconds = Number(retryAfter ?? "");
  const retryAt = retryAfter && seconds >= 0 ? now + seconds * 1_000 : undefined;
  const sentence = typeof body.error === "string" ? body.error : `status ${status}`;
  return new Problem(kindOf(status, body), sentence, retryAt);
}

function kindOf(status: number, body: Partial<ErrorBody>): ProblemKind {
  const path = body.details?.[0]?.path ?? "";
  if (status === 401) return "key";
  if (status === 403) return path === "origin" ? "origin" : "key";
  if (status === 404) return "domain";
  if (status === 413) return "long";
  if (status === 400) return /^(?:messages|context|query)/.test(path) ? "long" : "invalid";
  if (status === 429) return "rate";
  return status === 503 ? "full" : "server";
}

/** What the owner of a site should do about it, for the console. */
export function adviceFor(problem: Problem, place: { domain: string; server: string }): string {
  const { domain, server } = place;
  switch (problem.kind) {
    case "key":
      return `${problem.message} Check data-key and data-domain ("${domain}") of the widget's script; keys are made on the keys page of ${server}/dashboard.`;
    case "origin":
      return `The key may not be used on ${location.origin}. Make a key with this origin on the keys page of ${server}/dashboard, or one without origins.`;
    case "domain":
      return `${server} has no project "${domain}", or the conversation is gone: ${problem.message}`;
    case "unreachable":
      return `${server} cannot be reached from this page. Is it running, and does the page's Content-Security-Policy have connect-src ${new URL(server).origin}?`;
    default:
      return problem.message;
  }
}
