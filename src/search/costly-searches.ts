import { createHash } from "node:crypto";
import { AppError } from "../lib/app-error.ts";
import { TooCostly } from "../lib/thread-calls.ts";
import { createWeightedCache } from "../lib/weighted-cache.ts";

const refusedMs = 600_000;
const mostKept = 500;

/** Remembers what ended the search thread: a new one has to load every index again, so the same is not tried soon. */
export function createRefusals(now: () => number = Date.now) {
  const until = createWeightedCache<number>(mostKept);
  let lastUntil = 0;

  return {
    async unless<Result>(asked: unknown, work: () => Promise<Result>): Promise<Result> {
      const isKnown = lastUntil > now() && (until.get(keyOf(asked)) ?? 0) > now();
      if (isKnown) throw tooCostly();
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof TooCostly)) throw error;
        lastUntil = now() + refusedMs;
        until.set(keyOf(asked), lastUntil, 1);
        throw tooCostly(error);
      }
    },
  };
}

function keyOf(asked: unknown): string {
  return createHash("sha256").update(JSON.stringify(asked)).digest("base64");
}

function tooCostly(cause?: unknown): AppError {
  return new AppError(
    "invalid_request",
    "This is too costly to look for. Please ask in other or fewer words.",
    { cause },
  );
}
