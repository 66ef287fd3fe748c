import { createScan, type Scan } from "../../models/vectors/static/kernels/scan.ts";

/** Kernels by how many dimensions their vectors have. */
export type Scans = (dimensions: number) => Scan;

export function createScans(): Scans {
  const scans = new Map<number, Scan>();
  return (dimensions) => {
    const scan = scans.get(dimensions) ?? createScan(dimensions);
    scans.set(dimensions, scan);
    return scan;
  };
}

/** The cosine of a query with every row of some parts, which follow each other. */
export function searchVectors(
  scans: Scans,
  parts: { rows: Uint8Array }[],
  query: Float32Array,
): Float32Array {
  const scan = scans(query.length);
  const counts = parts.map(({ rows }) => rows.length / scan.rowBytes);
  const similarities = new Float32Array(counts.reduce((sum, count) => sum + count, 0));
  let first = 0;
  for (const [number, { rows }] of parts.entries()) {
    const count = counts[number] ?? 0;
    scan.products(query, rows, similarities.subarray(first, first + count));
    first += count;
  }
  return similarities;
}
