export type Totals = { passed: number; failed: number; skipped: number };

export const NOTHING: Totals = { passed: 0, failed: 0, skipped: 0 };

export function addTotals(left: Totals, right: Totals): Totals {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

/** The last line of a test run. */
export function formatTotals({ passed, failed, skipped }: Totals): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
