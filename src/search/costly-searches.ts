import { createHash } from "node:crypto";
import { AppError } from "../lib/app-error.ts";
import { TooCostly } from "../lib/thread-calls.ts";
import type { SearchQuery } from "./hit.ts";

type Asked = { revisionId: string; query: SearchQuery };

const refusedMs = 600_000;
const mostKept = 500;

/** Remembers what ended the search thread: a new one has to load every index again, so the same is not tried soon. */
export function createRefusals(now: () => number = Date.now) {
  const until = new Map<string, number>();

  function keep(key: string): void {
    const oldest = until.size >= mostKept ? until.keys().next().value : undefined;
    if (oldest !== undefined) until.delete(oldest);
    until.set(key, now() + refusedMs);
  }

  return {
    async unless<Result>(asked: Asked, search: () => Promise<Result>): Promise<Result> {
      if (until.size > 0 && (until.get(keyOf(asked)) ?? 0) > now()) throw tooCostly();
      try {
        return await search();
      } catch (error) {
        if (!(error instanceof TooCostly)) throw error;
        keep(keyOf(asked));
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
