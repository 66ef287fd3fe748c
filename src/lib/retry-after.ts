const longestRetryAfterMs = 60 * 60_000;

/** The header in milliseconds from now: it is either a number of seconds or a date. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const milliseconds = /^\d{1,9}(\.\d{1,3})?$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - now;
  if (!Number.isFinite(milliseconds)) return undefined;
  return Math.min(Math.max(milliseconds, 0), longestRetryAfterMs);
}
