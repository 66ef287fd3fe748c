import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { LanguageModelUsage } from "ai";

/** Tokens of one call. No token is counted twice: input that came from the cache or went into it is not in `inputTokens`. */
export type TokenUsage = {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
};

/** From what `streamText` and `generateText` report. */
export function tokenUsage(usage: LanguageModelUsage): TokenUsage {
  const { inputTokens, outputTokens, inputTokenDetails: details } = usage;
  return toTokenUsage({
    total: inputTokens,
    noCache: details?.noCacheTokens,
    cacheRead: details?.cacheReadTokens,
    cacheWrite: details?.cacheWriteTokens,
    output: outputTokens,
  });
}

/** From what a language model reports. */
export function modelUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage {
  return toTokenUsage({ ...inputTokens, output: outputTokens.total });
}

type Counts = Record<"total" | "noCache" | "cacheRead" | "cacheWrite" | "output", unknown>;

function toTokenUsage(counts: Counts): TokenUsage {
  const cacheReadTokens = count(counts.cacheRead);
  const cacheWriteTokens = count(counts.cacheWrite);
  const rest = count(counts.total) - cacheReadTokens - cacheWriteTokens;
  return {
    inputTokens: counts.noCache === undefined ? Math.max(rest, 0) : count(counts.noCache),
    outputTokens: count(counts.output),
    cacheReadTokens,
    cacheWriteTokens,
  };
}

// The columns are 32 bits wide in PostgreSQL, and servers may send any number.
const mostTokens = 2_000_000_000;

function count(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value)) return 0;
  return Math.min(Math.max(Math.round(value), 0), mostTokens);
}
