import { createHash } from "node:crypto";
import { AppError } from "../lib/app-error.ts";
import { TooCostly } from "../lib/thread-calls.ts";
import { createWeightedCache } from "../lib/weighted-cache.ts";
import type { SearchQuery } from "./hit.ts";

type Asked = { revisionId: string; query: SearchQuery };

const refusedMs = 600_000;
const mostKept = 500;

/** Remembers what ended the search thread: a new one has to load every index again, so the same is not tried soon. */
export function createRefusals(now: () => number = Date.now) {
  const until = createWeightedCache<number>(mostKept);

  return {
    async unless<Result>(asked: Asked, search: () => Promise<Result>): Promise<Result> {
      const key = keyOf(asked);
      if ((until.get(key) ?? 0) > now()) throw tooCostly();
      try {
        return await search();
      } catch (error) {
        if (!(error instanceof TooCostly)) throw error;
        until.set(key, now() + refusedMs, 1);
        throw tooCostly(error);
      }
    },
  };
}

function keyOf(asked: Asked): string {
  return createHash("sha256").update(JSON.stringify(asked)).digest("base64");
}

function tooCostly(cause?: unknown): AppError {
  return new AppError(
    "invalid_request",
    "This is too costly to search for. Please ask in other or fewer words.",
    { cause },
  );
}
