const mebibyte = 1_048_576;

/** Resident memory after everything that can go has gone. */
export function residentMb(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().rss / mebibyte;
}

/** The most this process ever had, its threads included. */
export function peakMb(): number {
  return process.resourceUsage().maxRSS / 1024;
}
