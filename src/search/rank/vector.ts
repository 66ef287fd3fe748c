import { createScan, type Scan } from "../../models/vectors/static/kernels/scan.ts";
import { isQuantised } from "../../models/vectors/static/quantise.ts";

/** The passages' vectors, each as it is stored: a scale and one signed byte per component. */
export type VectorIndex = {
  readonly dimensions: number;
  readonly count: number;
  /** The memory that it holds. */
  readonly bytes: number;
  /** Writes a stored (quantised) vector at a position, growing as needed; an empty or wrong-sized one becomes zeros. */
  set(position: number, stored: Uint8Array): void;
  /** The cosine of the query with every row 0..count-1. The result is a copy, and the caller's to keep. */
  search(query: Float32Array): Float32Array;
  /** Another index whose row i is row `order[i]` of this one, or zeros for `newRow`. */
  arrange(order: Uint32Array): VectorIndex;
};

export const newRow = 0xffffffff;

export function createVectorIndex(dimensions: number, expectedRows = 0): VectorIndex {
  return indexOver(createScan(dimensions, expectedRows), dimensions, 0);
}

function indexOver(scan: Scan, dimensions: number, rows: number): VectorIndex {
  let count = rows;
  return {
    dimensions,
    get count() {
      return count;
    },
    get bytes() {
      return scan.bytes;
    },
    set(position, stored) {
      if (!(Number.isInteger(position) && position >= 0))
        throw new RangeError(`${position} is no position`);
      scan.reserve(position + 1);
      count = Math.max(count, position + 1);
      const row = scan.rows(position, position + 1).fill(0);
      if (isQuantised(stored, dimensions)) row.set(stored);
    },
    search: (query) => scan.products(query, count),
    arrange(order) {
      if (!hasRows(order, count))
        throw new RangeError(`the index has ${count} rows, and not all that are wanted`);
      const arranged = createScan(dimensions, order.length);
      arranged.reserve(order.length);
      for (let row = 0; row < order.length; ) {
        const from = order[row] ?? newRow;
        const length = runLength(order, row);
        if (from !== newRow) arranged.rows(row, row + length).set(scan.rows(from, from + length));
        row += length;
      }
      return indexOver(arranged, dimensions, order.length);
    },
  };
}

function hasRows(order: Uint32Array, count: number): boolean {
  for (const row of order) if (row >= count && row !== newRow) return false;
  return true;
}

/** How many rows, from this one on, were neighbours already: they are copied at once. */
function runLength(order: Uint32Array, start: number): number {
  let end = start + 1;
  if (order[start] === newRow) return 1;
  while (end < order.length && order[end] === (order[end - 1] ?? 0) + 1) end += 1;
  return end - start;
}
