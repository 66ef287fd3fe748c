import { setTimeout as sleep } from "node:timers/promises";

/** Of sockets, of PostgreSQL (away, starting, stopping, read-only for a switch, too many connections), and of PgBouncer. */
const faultCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"],
  ...["EPIPE", "EHOSTUNREACH", "ENETUNREACH"],
  ...["57P01", "57P02", "57P03", "57P05", "53300", "25006"],
  ...["08000", "08001", "08003", "08004", "08006", "08P01"],
]);

const faultTexts =
  /database is locked|timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/i;

/** The store is away, shutting down or starting, its pool is exhausted, or SQLite is locked for longer than its timeout. */
export function isStoreFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return faultCodes.has(code) || faultTexts.test(error.message);
}

/** Shorter than any lease: whoever waits so long for the store still holds what it held. */
const usualPatienceMs = 12_000;
const shortestPauseMs = 50;
const longestPauseMs = 500;

/** Does it again while the store is away, for a while. Only for what does no harm when it is done twice. */
export async function waitForStore<Result>(
  work: () => Promise<Result>,
  patienceMs = usualPatienceMs,
): Promise<Result> {
  const end = performance.now() + patienceMs;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isStoreFault(error) || performance.now() + pauseMs > end) throw error;
      await sleep(pauseMs);
    }
  }
}
