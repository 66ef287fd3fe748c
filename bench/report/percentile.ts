/** The smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const place = Math.max(Math.ceil(share * sorted.length) - 1, 0);
  return sorted[place] ?? Number.NaN;
}
