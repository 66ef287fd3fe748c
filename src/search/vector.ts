import { createScan } from "../models/embedder/kernels/scan.ts";
import { isQuantised, scaleBytes } from "../models/embedder/quantise.ts";

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
  const scan = createScan(dimensions, expectedRows);
  let count = 0;
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
      if (order.some((row) => row >= count && row !== newRow))
        throw new RangeError(`the index has ${count} rows, and not all that are wanted`);
      const arranged = createVectorIndex(dimensions, order.length);
      const storedBytes = scaleBytes + dimensions;
      for (const [position, row] of order.entries()) {
        const bytes = row === newRow ? nothing : scan.rows(row, row + 1).subarray(0, storedBytes);
        arranged.set(position, bytes);
      }
      return arranged;
    },
  };
}

const nothing = new Uint8Array(0);
