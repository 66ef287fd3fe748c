import { AppError } from "../../lib/app-error.ts";

/** What was found out about one thing, and what to do where it is not well. */
export type Finding = { state: "ok" | "note" | "bad"; subject: string; text: string };

export function ok(subject: string, text: string): Finding {
  return { state: "ok", subject, text };
}

/** Something to know that keeps nothing from working. */
export function note(subject: string, text: string): Finding {
  return { state: "note", subject, text };
}

export function bad(subject: string, text: string): Finding {
  return { state: "bad", subject, text };
}

const longestMs = 30_000;

/** What a check finds; its failure, and that it does not come to an end, are findings too. */
export async function checked(
  subject: string,
  check: (signal: AbortSignal) => Promise<Finding[]>,
  mostMs = longestMs,
): Promise<Finding[]> {
  const stop = new AbortController();
  const late = Promise.withResolvers<Finding[]>();
  const timer = setTimeout(() => {
    late.resolve([bad(subject, `there was no answer within ${mostMs / 1_000} seconds`)]);
    stop.abort();
  }, mostMs);
  try {
    return await Promise.race([check(stop.signal), late.promise]);
  } catch (error) {
    return [bad(subject, reasonOf(error))];
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** One line: a driver tells over many. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AppError) return error.message;
  const cause = error.cause instanceof Error ? `: ${error.cause.message || error.cause.name}` : "";
  return `${error.message}${cause}`.split("\n", 1)[0] || error.name;
}
