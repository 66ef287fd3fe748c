import { AppError } from "../lib/app-error.ts";
import type { Caller } from "./route.ts";

export type StreamLimits = {
  /** At the same time on this node. Twenty tabs of a person take forty. */
  perMember: number;
  perKey: number;
  /** Whoever lost the right to listen hears no longer than this. */
  longestMs: number;
};

export const usualStreamLimits: StreamLimits = {
  ...{ perMember: 100, perKey: 500, longestMs: 10 * 60_000 },
};

export type OpenStream = {
  /** The reader has gone, or the time is over. */
  signal: AbortSignal;
  isOverdue(): boolean;
  close(): void;
};

export type OpenStreams = {
  /** Counts a stream that begins, until it is closed; throws where the caller has too many. */
  open(caller: Caller, asked: { request: Request; isTimed: boolean }): OpenStream;
};

/** The streams that stay open for long, by who reads them. */
export function createOpenStreams(limits = usualStreamLimits): OpenStreams {
  const counts = new Map<string, number>();
  const change = (who: string, by: number) => {
    const count = (counts.get(who) ?? 0) + by;
    if (count > 0) counts.set(who, count);
    else counts.delete(who);
  };
  return {
    open(caller, { request, isTimed }) {
      const isMember = caller.kind === "member";
      const who = isMember ? caller.memberId : caller.keyId;
      const most = isMember ? limits.perMember : limits.perKey;
      if ((counts.get(who) ?? 0) >= most) throw tooMany(isMember, most);
      change(who, 1);
      const leave = new AbortController();
      leave.signal.addEventListener("abort", () => change(who, -1), { once: true });
      const overdue = isTimed ? AbortSignal.timeout(limits.longestMs) : undefined;
      overdue?.addEventListener("abort", () => leave.abort(), { once: true });
      // A reply whose reader goes before it begins is neither read nor cancelled.
      if (request.signal.aborted) leave.abort();
      request.signal.addEventListener("abort", () => leave.abort(), { once: true });
      return {
        signal: leave.signal,
        isOverdue: () => overdue?.aborted ?? false,
        close: () => leave.abort(),
      };
    },
  };
}

const retryAfterSeconds = 10;

function tooMany(isMember: boolean, most: number): AppError {
  const sentence = isMember
    ? `You have ${most} streams open already: close some windows of the dashboard, then try again.`
    : `This key has ${most} streams open already: close some, then try again.`;
  return new AppError("rate_limited", sentence, { retryAfterSeconds });
}
